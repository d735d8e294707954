#include "arboretum/path_values.h"

#include <algorithm>

// Otherwise GCC unrolls such a short loop before it can vectorize it.
#if defined(__GNUC__) && !defined(__clang__)
#define GEMGROVE_LANES _Pragma("GCC unroll 1")
#else
#define GEMGROVE_LANES
#endif

namespace gemgrove::arboretum {
namespace {

// By value, unlike std::max, and with plain pointers below: this lets compilers vectorize the loops
// over lanes.
template <class Number>
constexpr Number larger(Number a, Number b) {
  return a > b ? a : b;
}

template <class Number>
void raise_to(std::array<Number, kLanes>& lanes, const std::array<Number, kLanes>& other) {
  Number* const to = lanes.data();
  const Number* const from = other.data();
  GEMGROVE_LANES
  for (int i = 0; i < kLanes; ++i) to[i] = larger(to[i], from[i]);
}

// The points of paths through a card, if there are paths both to it and from it.
void join(const Lanes& in, const Lanes& out, Lanes& joined) {
  const std::uint8_t* const to = in.data();
  const std::uint8_t* const from = out.data();
  std::uint8_t* const points = joined.data();
  GEMGROVE_LANES
  for (int i = 0; i < kLanes; ++i) {
    const auto sum = static_cast<std::uint8_t>(to[i] + from[i] + 1);
    const std::uint8_t both = to[i] < from[i] ? to[i] : from[i];
    points[i] = both != 0 ? sum : std::uint8_t{0};
  }
}

// The points of paths that end with a card after `in`, or begin with it before `out`.
void extend(const Lanes& in, int end, const Lanes& out, int begin, Lanes& extended) {
  const std::uint8_t* const to = in.data();
  const std::uint8_t* const from = out.data();
  std::uint8_t* const points = extended.data();
  GEMGROVE_LANES
  for (int i = 0; i < kLanes; ++i) {
    const auto ends = static_cast<std::uint8_t>(to[i] + end);
    const auto begins = static_cast<std::uint8_t>(from[i] + begin);
    const std::uint8_t first = to[i] != 0 ? ends : std::uint8_t{0};
    const std::uint8_t second = from[i] != 0 ? begins : std::uint8_t{0};
    points[i] = larger(first, second);
  }
}

// For each species, what a card of that species adds: `over` for all species, `own` for its own.
void weigh(const Lanes& over, const Lanes& own, const Lanes& now, const WideLanes& chances,
           WideLanes& added) {
  const std::uint8_t* const passing = over.data();
  const std::uint8_t* const ending = own.data();
  const std::uint8_t* const present = now.data();
  const std::int16_t* const chance = chances.data();
  std::int16_t* const value = added.data();
  std::int16_t for_all = 0;
  GEMGROVE_LANES
  for (int i = 0; i < kLanes; ++i) {
    for_all = static_cast<std::int16_t>(for_all + (passing[i] - present[i]) * chance[i]);
  }
  GEMGROVE_LANES
  for (int i = 0; i < kLanes; ++i) {
    value[i] = static_cast<std::int16_t>(for_all + (ending[i] - passing[i]) * chance[i]);
  }
}

void raise_to(std::uint8_t& number, int other) {
  number = std::max(number, static_cast<std::uint8_t>(other));
}

// Adds one card to every existing path.
void lengthen(Lanes& lanes) {
  for (std::uint8_t& each : lanes) each = static_cast<std::uint8_t>(each + (each != 0));
}

// The points of a path of one species, from its two chains to and from the same card.
int points_of_chains(int up, int down) {
  const int length = up / 2 + down / 2 - 1;
  if (length < kDoubledLength) return 0;
  return 2 * length + (up % 2) * kBeginBonus + (down % 2) * kEndBonus;
}

}  // namespace

PathValues::PathValues(const Grove& grove) {
  origin_ = grove.size == 0 ? Cell{0, 0} : grove.trees[0].cell;
  for (int i = 0; i < grove.size; ++i) {
    origin_.x = std::min(origin_.x, grove.trees[i].cell.x);
    origin_.y = std::min(origin_.y, grove.trees[i].cell.y);
  }
  origin_ = {static_cast<std::int8_t>(origin_.x - kMargin),
             static_cast<std::int8_t>(origin_.y - kMargin)};
  for (int i = 0; i < grove.size; ++i) {
    put(grove.trees[i].card, place_of(grove.trees[i].cell));
  }
  follow_paths();
}

Cell PathValues::cell_of(int place) const {
  return {static_cast<std::int8_t>(origin_.x + place % kStride),
          static_cast<std::int8_t>(origin_.y + place / kStride)};
}

int PathValues::place_of(Cell cell) const {
  return (cell.y - origin_.y) * kStride + cell.x - origin_.x;
}

std::vector<int> PathValues::free_places() const {
  if (size_ == 0) return {kMargin * kStride + kMargin};
  std::array<bool, kPlaces> known{};
  std::vector<int> places;
  places.reserve(2 * Grove::kMaxTrees + 2);
  for (int i = 0; i < size_; ++i) {
    for (const int step : {-kStride, -1, 1, kStride}) {
      const int place = trees_[i].place + step;
      if (at_[place] != 0 || known[place]) continue;
      known[place] = true;
      places.push_back(place);
    }
  }
  return places;
}

void PathValues::plant(int card, int place) {
  put(card, place);
  follow_paths();
}

void PathValues::put(int card, int place) {
  int i = size_++;
  for (; i > 0 && rank_of(trees_[i - 1].card) > rank_of(card); --i) {
    trees_[i] = trees_[i - 1];
    at_[trees_[i].place] = static_cast<std::uint8_t>(i + 1);
  }
  trees_[i] = {};
  trees_[i].card = static_cast<std::uint8_t>(card);
  trees_[i].place = static_cast<std::int16_t>(place);
  at_[place] = static_cast<std::uint8_t>(i + 1);
}

void PathValues::follow_paths() {
  const auto for_each_neighbor = [&](const Tree& tree, auto&& visit) {
    for (const int step : {-kStride, -1, 1, kStride}) {
      const int other = at_[tree.place + step];
      if (other != 0) visit(trees_[other - 1]);
    }
  };
  for (int i = 0; i < size_; ++i) {
    Tree& tree = trees_[i];
    const int rank = rank_of(tree.card);
    const int species = species_of(tree.card);
    tree.up = {};
    int chain = rank == 1 ? 1 : 0;
    for_each_neighbor(tree, [&](const Tree& other) {
      if (rank_of(other.card) >= rank) return;
      raise_to(tree.up, other.up);
      if (species_of(other.card) == species) chain = std::max<int>(chain, other.chain_up);
    });
    lengthen(tree.up);
    tree.chain_up = static_cast<std::uint8_t>(chain + 2);
    if (tree.up[species] != 0) raise_to(points_[species], tree.up[species] + end_bonus(rank));
    raise_to(tree.up[species], 1 + begin_bonus(rank));
    raise_to(points_[species], points_of_chains(tree.chain_up, rank == kRanks ? 3 : 2));
  }
  for (int i = size_ - 1; i >= 0; --i) {
    Tree& tree = trees_[i];
    const int rank = rank_of(tree.card);
    const int species = species_of(tree.card);
    tree.down = {};
    int chain = rank == kRanks ? 1 : 0;
    for_each_neighbor(tree, [&](const Tree& other) {
      if (rank_of(other.card) <= rank) return;
      raise_to(tree.down, other.down);
      if (species_of(other.card) == species) chain = std::max<int>(chain, other.chain_down);
    });
    lengthen(tree.down);
    tree.chain_down = static_cast<std::uint8_t>(chain + 2);
    raise_to(tree.down[species], 1 + end_bonus(rank));
  }
}

CardValues PathValues::values(const WideLanes& chances) const {
  CardValues values{};
  for (const int place : free_places()) value_place(place, chances, values);
  return values;
}

// Raises `own` to the points of one-species paths that a card of this rank would be part of.
void PathValues::raise_to_chains(const Neighbors& neighbors, int count, int rank, Lanes& own) {
  for (int i = 0; i < count; ++i) {
    const int species = species_of(neighbors[i]->card);
    int up = rank == 1 ? 1 : 0;
    int down = rank == kRanks ? 1 : 0;
    for (int k = 0; k < count; ++k) {
      const Tree& other = *neighbors[k];
      if (species_of(other.card) != species) continue;
      if (rank_of(other.card) < rank) up = std::max<int>(up, other.chain_up);
      if (rank_of(other.card) > rank) down = std::max<int>(down, other.chain_down);
    }
    raise_to(own[species], points_of_chains(up + 2, down + 2));
  }
}

void PathValues::value_place(int place, const WideLanes& chances, CardValues& values) const {
  Neighbors neighbors;
  int count = 0;
  int chains = 1;  // no path of one species through this place can be longer
  // The ranks at which the neighbors of lower and higher rank change, and those with a bonus.
  unsigned changes = 1U << 1 | 1U << 2 | 1U << kRanks;
  for (const int step : {-kStride, -1, 1, kStride}) {
    const int other = at_[place + step];
    if (other == 0) continue;
    neighbors[count++] = &trees_[other - 1];
    const Tree& tree = trees_[other - 1];
    changes |= 3U << rank_of(tree.card);
    chains += std::max(tree.chain_up, tree.chain_down) / 2;
  }
  WideLanes value{};
  for (int rank = 1; rank <= kRanks; ++rank) {
    if (changes >> rank & 1) {
      Lanes in{};
      Lanes out{};
      for (int i = 0; i < count; ++i) {
        const int other = rank_of(neighbors[i]->card);
        if (other < rank) raise_to(in, neighbors[i]->up);
        if (other > rank) raise_to(out, neighbors[i]->down);
      }
      // Paths through the card, whatever its species; and paths of its own species.
      Lanes over;
      Lanes own;
      join(in, out, over);
      extend(in, 1 + end_bonus(rank), out, 1 + begin_bonus(rank), own);
      if (chains >= kDoubledLength) raise_to_chains(neighbors, count, rank, own);
      // Every path stays at least as good as it is now; the difference is what the card adds.
      raise_to(over, points_);
      raise_to(own, over);
      weigh(over, own, points_, chances, value);
    }
    raise_to(values[rank - 1], value);
  }
}

}  // namespace gemgrove::arboretum
