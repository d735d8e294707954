// A position of Arboretum as a value: no pointers, no heap, compared and hashed by its bytes.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "arboretum/variant.h"
#include "core/game.h"

namespace gemgrove::arboretum {

using Cards = BitSet<kMaxCards>;

enum class Phase : std::uint8_t { draw, second_draw, pick, plant, discard, over };

inline constexpr std::uint8_t kNone = 0xFF;
inline constexpr std::uint8_t kHidden = 0xFE;  // a card that this seat may not know

// The place of a planted card. The first card of an arboretum lies at (0, 0).
struct Cell {
  std::int8_t x;
  std::int8_t y;

  bool operator==(const Cell&) const = default;
};

inline constexpr Cell kNowhere = {127, 127};

// The smallest rectangle around an arboretum; all zero while it is empty.
struct Box {
  std::int8_t left, low, right, high;
};

struct Seat {
  Cards hand;   // the cards known to be in the hand
  Cards shown;  // of those, the ones that everybody knows: they were taken from a pile
  Cards planted;
  Box box;
  std::uint8_t hidden;     // the number of further cards in the hand
  std::uint8_t pile;       // the top card of the discard pile, or kNone
  std::uint8_t unused[2];  // zero
};

struct State {
  std::array<Seat, kMaxPlayers> seats;
  // The card beneath each card in the deck or a pile, or kNone.
  std::array<std::uint8_t, kMaxCards> below;
  std::array<Cell, kMaxCards> cell;  // kNowhere unless planted
  std::uint8_t deck;                 // its top card; kNone if empty, kHidden in a view
  std::uint8_t deck_left;
  std::uint8_t turns;  // completed by all seats
  std::uint8_t mover;
  std::uint8_t first;
  Phase phase;
  std::uint8_t picked;  // phase plant: the card to plant, still in the hand; otherwise kNone
  std::uint8_t unused;  // zero; the size is a multiple of 8

  Seat& seat() { return seats[mover]; }
  const Seat& seat() const { return seats[mover]; }
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 512);

inline int to_move(const State& state) { return state.mover; }
inline bool over(const State& state) { return state.phase == Phase::over; }

State setup(const Variant& variant, const Deal& deal);

}  // namespace gemgrove::arboretum
