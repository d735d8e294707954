#include "arboretum/score.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "arboretum/frame.h"
#include "core/ranking.h"

namespace gemgrove::arboretum {
namespace {

constexpr int kMostPlanted = 17;

// An arboretum as a graph: the planted cards by rank, each with its neighbors of lower rank.
struct Graph {
  struct Node {
    std::uint8_t card;
    std::uint8_t neighbors;
    std::array<std::uint8_t, 4> lower;
  };
  int size = 0;
  std::array<Node, kMostPlanted> nodes;
};

Graph graph_of(const State& state, const Seat& seat) {
  constexpr int kStride = kMaxFrame + 2;
  Graph graph;
  // By rank, so that every neighbor of lower rank comes first.
  for (int rank = 0; rank < kRanks; ++rank) {
    constexpr std::uint64_t kEighth = 0x0101010101010101;
    for (int word = 0; word < Cards::kWords; ++word) {
      // A word holds eight species, so the cards of one rank are every eighth bit.
      for (std::uint64_t bits = seat.planted.words[word] & (kEighth << rank); bits != 0;
           bits &= bits - 1) {
        const int card = 64 * word + std::countr_zero(bits);
        graph.nodes[graph.size++] = {static_cast<std::uint8_t>(card), 0, {}};
      }
    }
  }

  std::array<std::uint8_t, kStride * kStride> at{};  // the number of the node there, from 1
  const Cell origin = frame_origin(seat);
  for (int i = 0; i < graph.size; ++i) {
    Graph::Node& node = graph.nodes[i];
    const Cell cell = state.cell[node.card];
    const int place = (cell.y - origin.y) * kStride + cell.x - origin.x;
    for (const int step : {-1, 1, -kStride, kStride}) {
      const int other = at[place + step] - 1;
      if (other >= 0 && rank_of(graph.nodes[other].card) < rank_of(node.card)) {
        node.lower[node.neighbors++] = static_cast<std::uint8_t>(other);
      }
    }
    at[place] = static_cast<std::uint8_t>(i + 1);
  }
  return graph;
}

// A number for each species, filling a register, so that all are computed at once.
using BySpecies = std::array<std::uint8_t, 16>;
static_assert(kMaxSpecies <= 16);

BySpecies best_points(const Graph& graph) {
  // mixed: for each node, the most points of a path from a card of each species up to it, through
  // any cards, at one point each plus the bonus for its beginning. pure: the same through cards of
  // the node's own species only, at two points each (its length is half of that, and a longer one
  // is always better).
  std::array<BySpecies, kMostPlanted> mixed;
  std::array<std::uint8_t, kMostPlanted> pure;
  BySpecies best{};
  for (int i = 0; i < graph.size; ++i) {
    const Graph::Node& node = graph.nodes[i];
    const int species = species_of(node.card);
    BySpecies through{};
    std::uint8_t through_pure = 0;
    for (int k = 0; k < node.neighbors; ++k) {
      const int lower = node.lower[k];
      for (std::size_t s = 0; s < through.size(); ++s) {
        through[s] = std::max(through[s], mixed[lower][s]);
      }
      if (species_of(graph.nodes[lower].card) == species) {
        through_pure = std::max(through_pure, pure[lower]);
      }
    }
    for (std::size_t s = 0; s < through.size(); ++s) {
      mixed[i][s] = static_cast<std::uint8_t>(through[s] + (through[s] != 0));
    }
    const int begins = 1 + begin_bonus(rank_of(node.card));
    int points = through[species] == 0 ? 0 : mixed[i][species] + end_bonus(rank_of(node.card));
    mixed[i][species] = static_cast<std::uint8_t>(std::max<int>(mixed[i][species], begins));
    pure[i] = static_cast<std::uint8_t>(through_pure == 0 ? begins + 1 : through_pure + 2);
    if (pure[i] / 2 >= kDoubledLength)
      points = std::max(points, pure[i] + end_bonus(rank_of(node.card)));
    best[species] = static_cast<std::uint8_t>(std::max<int>(best[species], points));
  }
  return best;
}

// Follows all rising paths that begin with a species to their ends: only used to show one of them.
class PathFinder {
 public:
  PathFinder(const Graph& graph, int species, int wanted)
      : graph_(graph), species_(species), wanted_(wanted) {
    for (int i = 0; i < graph.size; ++i) {
      for (int k = 0; k < graph.nodes[i].neighbors; ++k) {
        higher_[graph.nodes[i].lower[k]].push_back(i);
      }
    }
  }

  std::vector<int> find() {
    for (int i = 0; i < graph_.size; ++i) {
      if (species_of(graph_.nodes[i].card) == species_) follow(i);
    }
    return best_;
  }

 private:
  void follow(int node) {
    path_.push_back(graph_.nodes[node].card);
    if (points() == wanted_ && (best_.empty() || path_ < best_)) best_ = path_;
    for (const int next : higher_[node]) follow(next);
    path_.pop_back();
  }

  int points() const {
    const int length = static_cast<int>(path_.size());
    if (length < 2 || species_of(path_.back()) != species_) return 0;
    const bool pure = std::all_of(path_.begin(), path_.end(),
                                  [&](int card) { return species_of(card) == species_; });
    return length * (pure && length >= kDoubledLength ? 2 : 1) +
           begin_bonus(rank_of(path_.front())) + end_bonus(rank_of(path_.back()));
  }

  const Graph& graph_;
  int species_;
  int wanted_;
  std::array<std::vector<int>, kMostPlanted> higher_;
  std::vector<int> path_;
  std::vector<int> best_;
};

unsigned ranks_in_hand(const State& state, int seat, int species) {
  const Cards& hand = state.seats[seat].hand;
  return static_cast<unsigned>(hand.words[species / 8] >> (species % 8 * kRanks)) & 0xFF;
}

int species_planted(const State& state, int seat) {
  int count = 0;
  for (const std::uint64_t word : state.seats[seat].planted.words) {
    for (int i = 0; i < 8; ++i) count += (word >> (8 * i) & 0xFF) != 0;
  }
  return count;
}

}  // namespace

std::array<int, kMaxSpecies> path_points(const Variant& variant, const State& state, int seat) {
  const BySpecies best = best_points(graph_of(state, state.seats[seat]));
  std::array<int, kMaxSpecies> points{};
  std::copy_n(best.begin(), variant.species, points.begin());
  return points;
}

std::vector<int> best_path(const Variant&, const State& state, int seat, int species) {
  const Graph graph = graph_of(state, state.seats[seat]);
  const int wanted = best_points(graph)[species];
  if (wanted == 0) return {};
  return PathFinder(graph, species, wanted).find();
}

int hand_sum(const Variant& variant, const State& state, int seat, int species) {
  const unsigned ranks = ranks_in_hand(state, seat, species);
  int sum = 0;
  for (int rank = 1; rank < kRanks; ++rank) sum += (ranks >> (rank - 1) & 1) ? rank : 0;
  if (ranks >> (kRanks - 1) & 1) {
    bool beaten = false;
    for (int other = 0; other < variant.rules.players; ++other) {
      beaten |= other != seat && (ranks_in_hand(state, other, species) & 1) != 0;
    }
    if (!beaten) sum += kRanks;
  }
  return sum;
}

unsigned right_to_score(const Variant& variant, const State& state, int species) {
  int best = -1;
  unsigned seats = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    const int sum = hand_sum(variant, state, seat, species);
    if (sum > best) {
      best = sum;
      seats = 0;
    }
    if (sum == best) seats |= 1U << seat;
  }
  return seats;
}

void scores(const Variant& variant, const State& state, int* points) {
  std::fill_n(points, variant.rules.players, 0);
  std::array<unsigned, kMaxSpecies> right;
  for (int species = 0; species < variant.species; ++species) {
    right[species] = over(state) ? right_to_score(variant, state, species) : ~0U;
  }
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    const std::array<int, kMaxSpecies> earned = path_points(variant, state, seat);
    for (int species = 0; species < variant.species; ++species) {
      if (right[species] >> seat & 1) points[seat] += earned[species];
    }
  }
}

void rank_keys(const Variant& variant, const State& state, int* rank_keys) {
  scores(variant, state, rank_keys);
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    rank_keys[seat] = rank_keys[seat] * (kMaxSpecies + 1) + species_planted(state, seat);
  }
}

unsigned winners(const Variant& variant, const State& state) {
  if (!over(state)) return 0;
  std::array<int, kMaxPlayers> keys;
  rank_keys(variant, state, keys.data());
  return best_seats(keys.data(), variant.rules.players);
}

}  // namespace gemgrove::arboretum
