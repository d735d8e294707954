// An action has a reason if and only if it is not legal, and the reason tells nothing hidden.
#include <memory>
#include <set>
#include <vector>

#include "arboretum/arboretum.h"
#include "core/session.h"
#include "splendor/splendor.h"
#include "tests/check.h"
#include "tests/splendor_variant.h"

namespace gemgrove::tests {
namespace {

// The codes of all reasons in a random game.
template <Game G>
std::set<int> codes_in_game(const typename G::Variant& rules, int number) {
  const auto variant = std::make_shared<const typename G::Variant>(rules);
  std::set<int> codes;
  Rng rng(static_cast<std::uint64_t>(number));
  Deal deal;
  for (auto& key : deal.keys) key[0] = static_cast<std::uint8_t>(number);
  Session<G> game(variant, setup(*variant, deal));
  while (true) {
    const auto seen = redact(*variant, game.state(), game.seat_to_move());
    const Session<G> redrawn(variant, sample(*variant, seen, rng));
    for (int action = 0; action < game.actions(); ++action) {
      const std::vector<int> why = game.reason_against(action);
      CHECK(why.empty() == game.is_legal(action));
      CHECK(why == redrawn.reason_against(action));
      if (!why.empty()) codes.insert(why[0]);
    }
    if (game.is_over()) return codes;
    const auto mask = legal(*variant, game.state());
    game.play(mask.select(rng.below(mask.count())));
  }
}

TEST(every_reason_of_splendor_occurs_and_only_against_illegal_actions) {
  using namespace splendor;
  std::set<int> codes = {static_cast<int>(ReasonCode::card_hidden)};  // only where cards are hidden
  for (int mix = 0; mix < 72; ++mix) {
    Rules rules;
    rules.players = 2 + mix % 3;
    rules.deck_reserve = mix % 2 == 0;
    rules.over_limit = static_cast<Rules::OverLimit>(mix / 2 % 3);
    rules.return_gold = mix % 5 != 0 || rules.over_limit == Rules::OverLimit::give_back_drawn;
    rules.take_fewer = static_cast<Rules::TakeFewer>(mix / 6 % 3);
    rules.payment = static_cast<Rules::Payment>(mix / 18 % 2);
    if (mix % 24 == 0) rules.target_points = 100;  // until the decks are empty
    Variant variant = make_variant(rules);
    // Nobles who come early, several at once.
    for (Noble& noble : variant.nobles) noble.requirement = gems(mix % kColors);
    variant.nobles[0].requirement = gems((mix + 1) % kColors, 2);
    variant.least_noble_bonuses = 1;
    codes.merge(codes_in_game<Splendor>(variant, mix));
  }
  CHECK(codes.size() == static_cast<std::size_t>(ReasonCode::other_moves) + 1);
}

TEST(every_reason_of_arboretum_occurs_and_only_against_illegal_actions) {
  using namespace arboretum;
  std::set<int> codes;
  for (int players = 2; players <= kMaxPlayers; ++players) {
    for (const bool seed_discards : {false, true}) {
      const Variant variant(Rules{players, seed_discards, 0});
      codes.merge(codes_in_game<Arboretum>(variant, players));
    }
  }
  CHECK(codes.size() == static_cast<std::size_t>(ReasonCode::no_neighbor) + 1);
}

TEST(a_card_that_would_come_into_sight_can_be_neither_bought_nor_reserved) {
  using namespace splendor;
  const Variant variant = make_variant(Rules{});
  State state = redact(variant, setup(variant, Deal{}), 0);
  apply(variant, state, kReserve);
  for (const int action : {kReserve, kBuy}) {
    const auto why = reason(variant, state, action);
    CHECK(why && why->code == ReasonCode::card_hidden &&
          why->arguments == std::vector<int>({1, 1}));
  }
}

}  // namespace
}  // namespace gemgrove::tests
