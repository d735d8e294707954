// The rules of Arboretum from a record.
#include "arboretum/arboretum.h"

#include "arboretum/fields.h"
#include "wasm/game.h"

namespace gemgrove::arboretum {

// For each species: whether the seat may score it, the sum of its hand, its points, its best path.
void score_details(const Variant& variant, const State& state, int seat,
                   wasm::RecordWriter& writer) {
  const auto points = path_points(variant, state, seat);
  writer.list("species", [&](auto& list) {
    for (int species = 0; species < variant.species; ++species) {
      list.group([&](auto& group) {
        group.number("right", right_to_score(variant, state, species) >> seat & 1);
        group.number("sum", hand_sum(variant, state, seat, species));
        group.number("points", points[static_cast<std::size_t>(species)]);
        group.list("path", [&](auto& path) {
          for (const int card : best_path(variant, state, seat, species)) path.number(card);
        });
      });
    }
  });
}

}  // namespace gemgrove::arboretum

namespace gemgrove::wasm {

std::unique_ptr<AnyRules> arboretum_rules(RecordReader& in) {
  arboretum::Rules rules;
  rules.players = in.number("players", 2, kMaxPlayers);
  rules.seed_discards = in.number("seed_discards", 0, 1) != 0;
  rules.first_player = in.number("first_player", kRandomSeat, rules.players - 1);
  in.check_end();
  return std::make_unique<RulesOf<arboretum::Arboretum>>(
      std::make_shared<const arboretum::Variant>(rules));
}

}  // namespace gemgrove::wasm
