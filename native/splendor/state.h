// A position of Splendor as a value: no pointers, no heap, compared and hashed by its bytes.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/game.h"
#include "splendor/actions.h"
#include "splendor/gems.h"
#include "splendor/variant.h"

namespace gemgrove::splendor {

enum class Phase : std::uint8_t {
  play,       // one of the turn's actions
  pay,        // which token for the next unit owed (payment "choose")
  give_back,  // which token to return when above the limit
  noble,      // which of several nobles
  over,
};

struct Player {
  Gems tokens;
  Gems bonuses;  // byte c: the number of bought cards of color c
  BitSet<kMaxCards> bought;
  std::array<std::uint8_t, kReserveLimit> reserved;  // filled from the front, then kEmpty
  std::uint8_t blind;  // bit i: reserved[i] came unseen from a deck; only its owner knows it
  std::uint8_t points;
  std::uint8_t cards;    // the number of bought cards
  std::uint16_t nobles;  // one bit per noble of the variant

  bool may_reserve() const { return reserved[kReserveLimit - 1] == kEmpty; }
};

struct State {
  std::array<Player, kMaxPlayers> seats;
  Gems bank;
  Gems owed;    // phase pay: what is still owed; otherwise 0
  Gems escrow;  // tokens taken this turn and not returned
  // Each deck's next card is the last of its stretch; drawn places are kEmpty.
  std::array<std::uint8_t, kMaxCards> deck;
  std::array<std::uint8_t, kMarket> market;
  std::array<std::uint8_t, kTiers> deck_left;
  std::array<std::uint8_t, kMaxNobleSlots> nobles;  // a noble keeps its slot; kEmpty once it left
  std::uint16_t turns;                              // completed by all seats
  std::uint8_t mover;
  std::uint8_t first;
  std::uint8_t passes;   // in a row
  std::uint8_t pending;  // phase pay: the buy action being paid for; otherwise kEmpty
  Phase phase;
  std::uint8_t unused[5];  // zero; the size is a multiple of 8

  Player& player() { return seats[mover]; }
  const Player& player() const { return seats[mover]; }
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 320);

inline int to_move(const State& state) { return state.mover; }
inline bool over(const State& state) { return state.phase == Phase::over; }

State setup(const Variant& variant, const Deal& deal);

}  // namespace gemgrove::splendor
