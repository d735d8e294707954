// A game that is followed from a seat by what that seat is told is always what the seat sees.
#include "arboretum/arboretum.h"
#include "core/session.h"
#include "splendor/splendor.h"
#include "tests/check.h"
#include "tests/splendor_variant.h"

namespace gemgrove::tests {
namespace {

template <class Cards>
std::vector<int> list_of(const Cards& cards) {
  std::vector<int> list;
  cards.for_each([&](int card) { list.push_back(card); });
  return list;
}

// The cards that come into sight, in the order of an event.
std::vector<int> shown_cards(const splendor::Variant& variant, const splendor::State& before,
                             const splendor::State& after) {
  return list_of(unseen_cards(variant, before).without(unseen_cards(variant, after)));
}

std::vector<int> shown_cards(const arboretum::Variant& variant, const arboretum::State& before,
                             const arboretum::State& after) {
  const auto shown = unseen_cards(variant, before).without(unseen_cards(variant, after));
  std::vector<int> cards;
  for (const int card : list_of(shown)) {
    bool held = false;
    for (int seat = 0; seat < variant.rules.players; ++seat) {
      held |= after.seats[seat].hand.test(card);
    }
    if (!held) cards.push_back(card);
  }
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    for (const int card : list_of(shown)) {
      if (after.seats[seat].hand.test(card)) cards.push_back(card);
    }
  }
  return cards;
}

bool is_secret(const splendor::State&, int) { return false; }
bool is_secret(const arboretum::State& state, int seat) {
  return state.phase == arboretum::Phase::plant && seat != state.mover;
}

template <Game G>
void follow_games(const std::shared_ptr<const typename G::Variant>& variant, int games) {
  const int seats = players(*variant);
  Rng rng(17);
  for (int i = 0; i < games; ++i) {
    Deal deal;
    for (auto& key : deal.keys) {
      for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(rng.next() >> 56);
    }
    typename G::State state = setup(*variant, deal);
    std::vector<Session<G>> followers;
    for (int seat = kNoSeat; seat < seats; ++seat) {
      followers.emplace_back(variant, redact(*variant, state, seat));
    }
    std::vector<std::vector<int>> untold(followers.size());
    while (!over(state)) {
      const auto mask = legal(*variant, state);
      const int action = mask.select(rng.below(mask.count()));
      typename G::State after = state;
      apply(*variant, after, action);
      for (int seat = kNoSeat; seat < seats; ++seat) {
        const auto number = static_cast<std::size_t>(seat + 1);
        std::vector<int>& actions = untold[number];
        actions.push_back(action);
        const auto cards =
            shown_cards(*variant, redact(*variant, state, seat), redact(*variant, after, seat));
        const bool secret = is_secret(after, seat);
        Session<G> beginner(variant, redact(*variant, state, seat));
        for (Session<G>* follower : {&followers[number], &beginner}) {
          follower->follow(actions.data(), secret ? 0 : static_cast<int>(actions.size()),
                           cards.data(), static_cast<int>(cards.size()));
          CHECK(same_bytes(follower->state(), redact(*variant, after, seat)));
        }
        if (!secret) actions.clear();
      }
      state = after;
    }
  }
}

std::shared_ptr<const splendor::Variant> variant_of(const splendor::Rules& rules) {
  return std::make_shared<const splendor::Variant>(splendor::make_variant(rules));
}

TEST(splendor_can_be_followed_from_every_seat) {
  using splendor::Rules;
  for (int players = 2; players <= kMaxPlayers; ++players) {
    Rules rules;
    rules.players = players;
    follow_games<splendor::Splendor>(variant_of(rules), 20);
    rules.payment = Rules::Payment::choose;
    follow_games<splendor::Splendor>(variant_of(rules), 20);
  }
}

TEST(arboretum_can_be_followed_from_every_seat) {
  for (int players = 2; players <= kMaxPlayers; ++players) {
    arboretum::Rules rules;
    rules.players = players;
    follow_games<arboretum::Arboretum>(std::make_shared<const arboretum::Variant>(rules), 20);
  }
}

TEST(a_card_that_cannot_be_where_it_is_said_to_be_is_refused) {
  Deal deal;
  arboretum::Rules rules;
  const auto variant = std::make_shared<const arboretum::Variant>(rules);
  const arboretum::State state = setup(*variant, deal);
  Session<arboretum::Arboretum> seen(variant, redact(*variant, state, 0));
  const arboretum::State before = seen.state();
  const int own = state.seats[0].hand.select(0);
  const int cards[] = {own, variant->cards};
  const int draw = 0;
  bool refused = false;
  try {
    seen.follow(&draw, 1, cards, 2);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
  CHECK(same_bytes(seen.state(), before));
}

}  // namespace
}  // namespace gemgrove::tests
