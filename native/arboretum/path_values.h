// The points of an arboretum's best paths, and what each further card would add to them.
#pragma once

#include <array>
#include <vector>

#include "arboretum/state.h"

namespace gemgrove::arboretum {

// Planted cards and their cells. Unlike a State's seat, a grove may hold a card that also lies
// elsewhere, as in positions that do not come from a game.
struct Grove {
  static constexpr int kMaxTrees = 18;
  static constexpr int kMaxWidth = 18;  // columns or rows

  struct Tree {
    std::uint8_t card;
    Cell cell;
  };
  int size = 0;
  std::array<Tree, kMaxTrees> trees;

  void add(int card, Cell cell) { trees[size++] = {static_cast<std::uint8_t>(card), cell}; }
};

// One number per species, filling a vector register.
inline constexpr int kLanes = 16;
using Lanes = std::array<std::uint8_t, kLanes>;
using WideLanes = std::array<std::int16_t, kLanes>;
static_assert(kMaxSpecies <= kLanes);

// The value of planting each card, by rank and species.
using CardValues = std::array<WideLanes, kRanks>;

class PathValues {
 public:
  explicit PathValues(const Grove& grove);

  // The points of the best path of each species.
  const Lanes& points() const { return points_; }

  // The cells in which a card may be planted, as places: this class's own numbering.
  std::vector<int> free_places() const;
  Cell cell_of(int place) const;
  int place_of(Cell cell) const;

  void plant(int card, int place);

  // For each card, the most that planting it adds to the points, with each species' points weighted
  // by `chances[species]`.
  CardValues values(const WideLanes& chances) const;

 private:
  static constexpr int kMargin = 3;  // room for two more plantings and their neighbors
  static constexpr int kStride = 32;
  static constexpr int kPlaces = kStride * (Grove::kMaxWidth + 2 * kMargin + 1);

  struct Tree {
    std::uint8_t card;
    // Chains of the tree's own species that end or begin here: 2 per card, 1 more if they begin
    // with a 1 or end with an 8.
    std::uint8_t chain_up, chain_down;
    std::int16_t place;
    Lanes up;    // most points of a path from each species up to this tree, its end's bonus aside
    Lanes down;  // most points of a path from this tree up to each species
  };

  using Neighbors = std::array<const Tree*, 4>;

  void put(int card, int place);
  void follow_paths();
  static void raise_to_chains(const Neighbors& neighbors, int count, int rank, Lanes& own);
  void value_place(int place, const WideLanes& chances, CardValues& values) const;

  int size_ = 0;
  Cell origin_{};
  std::array<Tree, Grove::kMaxTrees + 1> trees_;  // by rank
  std::array<std::uint8_t, kPlaces> at_{};        // the number of the tree there, from 1
  Lanes points_{};
};

}  // namespace gemgrove::arboretum
