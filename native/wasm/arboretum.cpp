// The rules of Arboretum from a record.
#include "arboretum/arboretum.h"

#include "arboretum/fields.h"
#include "wasm/game.h"

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
