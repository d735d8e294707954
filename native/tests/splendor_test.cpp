// Random games of every variant, with the game's invariants checked after every decision.
// tests/splendor/test_oracle.py compares the effects of moves with the oracle.
#include "splendor/splendor.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/random_playout.h"
#include "core/session.h"
#include "tests/check.h"
#include "tests/splendor_variant.h"

namespace gemgrove::splendor {
namespace {

std::vector<Rules> all_rules() {
  std::vector<Rules> list;
  for (int players = 2; players <= 4; ++players) {
    for (int mix = 0; mix < 24; ++mix) {
      Rules rules;
      rules.players = players;
      rules.deck_reserve = mix % 2 == 0;
      rules.over_limit = static_cast<Rules::OverLimit>(mix / 2 % 3);
      rules.return_gold = mix % 3 != 0 || rules.over_limit == Rules::OverLimit::give_back_drawn;
      rules.nobles = static_cast<Rules::Nobles>(mix % 3);
      rules.take_fewer = static_cast<Rules::TakeFewer>(mix / 4 % 3);
      rules.payment = static_cast<Rules::Payment>(mix / 12 % 2);
      rules.first_player = mix % 5 == 0 ? kRandomSeat : mix % players;
      rules.turn_limit = mix % 7 == 0 ? 15 : 200;
      list.push_back(rules);
    }
  }
  return list;
}

Deal deal_number(int number) {
  Deal deal;
  for (auto& key : deal.keys) key[0] = static_cast<std::uint8_t>(number);
  return deal;
}

void check_invariants(const Variant& variant, const State& state) {
  Gems tokens = state.bank;
  BitSet<kMaxCards> cards;
  int places = 0;
  const auto count = [&](std::uint8_t card) {
    if (card == kEmpty) return;
    CHECK(is_card(card) && !cards.test(card));
    cards.set(card);
    ++places;
  };
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    const Player& player = state.seats[seat];
    tokens += player.tokens;
    player.bought.for_each([&](int card) { count(static_cast<std::uint8_t>(card)); });
    for (const std::uint8_t card : player.reserved) count(card);
    CHECK(player.cards == player.bought.count());
    CHECK(affordable(variant, state, player) == affordable_portable(variant, state, player));
    CHECK(total(player.bonuses) == player.cards);
    const bool returning = state.phase == Phase::give_back && seat == state.mover;
    CHECK(returning || total(player.tokens) <= kTokenLimit);
  }
  if (state.phase == Phase::give_back) {
    CHECK(covers(state.player().tokens, state.escrow));
    CHECK(total(state.player().tokens) - total(state.escrow) <= kTokenLimit);
  } else {
    CHECK(state.escrow == 0 || state.phase == Phase::noble);
  }
  for (const std::uint8_t card : state.market) count(card);
  for (const std::uint8_t card : state.deck) count(card);
  CHECK(places == variant.card_count);
  for (int color = 0; color < kColors; ++color) {
    CHECK(count_of(tokens, color) == tokens_per_color(variant.rules.players));
  }
  CHECK(count_of(tokens, kGold) == kGoldTokens);
}

void check_views(const Variant& variant, const State& state, Rng& rng) {
  for (int seat = kNoSeat; seat < variant.rules.players; ++seat) {
    const State seen = redact(variant, state, seat);
    const State other = sample(variant, seen, rng);
    check_invariants(variant, other);
    CHECK(same_bytes(redact(variant, other, seat), seen));
    std::vector<std::uint8_t> vector(static_cast<std::size_t>(observation_size(variant)));
    observe(variant, seen, seat, vector.data());
  }
}

// An action's score does not depend on those that are scored with it.
void check_scores(const Variant& variant, const State& seen, const BitSet<kActions>& mask,
                  int action) {
  std::vector<std::int16_t> actions;
  mask.for_each([&](int each) { actions.push_back(static_cast<std::int16_t>(each)); });
  std::vector<std::int64_t> scores(actions.size());
  score_actions(variant, seen, actions.data(), static_cast<int>(actions.size()), scores.data());
  const auto place = std::find(actions.begin(), actions.end(), action) - actions.begin();
  std::int64_t alone = 0;
  score_actions(variant, seen, &actions[static_cast<std::size_t>(place)], 1, &alone);
  CHECK(alone == scores[static_cast<std::size_t>(place)]);
}

TEST(every_variant_keeps_its_tokens_and_cards_and_ends) {
  int game = 0;
  for (const Rules& rules : all_rules()) {
    const Variant variant = make_variant(rules);
    Rng rng(static_cast<std::uint64_t>(game));
    State state = setup(variant, deal_number(++game));
    int decisions = 0;
    while (!over(state) && decisions < 20000) {
      const BitSet<kActions> mask = legal(variant, state);
      CHECK(!mask.none());
      const int action = mask.select(rng.below(mask.count()));
      check_scores(variant, redact(variant, state, state.mover), mask, action);
      apply(variant, state, action);
      check_invariants(variant, state);
      if (++decisions % 8 == 0) check_views(variant, state, rng);
    }
    CHECK(over(state));
    CHECK(legal(variant, state).none());
    CHECK(winners(variant, state) != 0);
    CHECK(ending(variant, state) != Ending::none);
  }
}

TEST(only_tokens_of_this_turn_go_back_where_the_rules_say_so) {
  Rules rules;
  rules.players = 4;
  rules.over_limit = Rules::OverLimit::give_back_drawn;
  const Variant variant = make_variant(rules);
  State state = setup(variant, deal_number(1));
  for (int color = 0; color < kColors; ++color) {
    state.bank -= gems(color, 2);
    state.player().tokens += gems(color, 2);
  }
  apply(variant, state, kTakeThree);
  CHECK(state.phase == Phase::give_back);
  CHECK(returnable(variant, state) == 0b000111);
  apply(variant, state, kToken + 1);
  CHECK(returnable(variant, state) == 0b000101);
  apply(variant, state, kToken + 2);
  apply(variant, state, kToken);
  CHECK(state.phase == Phase::play && state.mover == 1 && state.escrow == 0);
}

TEST(the_fields_of_an_observation_are_as_long_as_the_vector) {
  for (const Rules& rules : all_rules()) {
    const Variant variant = make_variant(rules);
    int size = 0;
    for (const ObservationField& field : observation_fields(variant)) {
      CHECK(field.offset == size);
      size += field.size;
    }
    CHECK(size == observation_size(variant));
  }
}

TEST(taking_back_leads_to_the_state_before) {
  const auto variant = std::make_shared<const Variant>(make_variant(Rules{}));
  Session<Splendor> session(variant, setup(*variant, deal_number(3)));
  Rng rng(3);
  std::vector<State> before;
  for (int i = 0; i < 60 && !session.is_over(); ++i) {
    before.push_back(session.state());
    const BitSet<kActions> mask = legal(*variant, session.state());
    if (i == 10 && session.skip_turn()) continue;
    session.play(mask.select(rng.below(mask.count())));
  }
  while (!before.empty()) {
    CHECK(session.take_back());
    CHECK(same_bytes(session.state(), before.back()));
    before.pop_back();
  }
  CHECK(!session.take_back());
}

TEST(a_playout_ends_and_counts_its_decisions) {
  const Variant variant = make_variant(Rules{});
  Rng rng(5);
  State state = setup(variant, deal_number(5));
  CHECK(playout<Splendor>(variant, state, rng) > 20);
  CHECK(over(state));
}

}  // namespace
}  // namespace gemgrove::splendor
