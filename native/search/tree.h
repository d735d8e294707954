// The tree of a search: what was tried, how often, and how it went for every seat.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/game.h"

namespace gemgrove {

using Values = std::array<float, kMaxPlayers>;

// A decision at a node, by what it means (see `edge` in core/game.h), and what came of it.
struct Edge {
  static constexpr std::int32_t kNoChild = -1;

  std::int32_t child = kNoChild;
  std::uint32_t visits = 0;
  std::uint32_t available = 0;  // in how many visits to its node it could be chosen
  float lean = 0;               // how much the game inclines to it, as the logarithm of a weight
  Values values{};              // the mean result for every seat
  std::uint16_t meaning = 0;

  void add(const Values& result) {
    ++visits;
    const float step = 1.0F / static_cast<float>(visits);
    for (int seat = 0; seat < kMaxPlayers; ++seat) {
      values[seat] += (result[seat] - values[seat]) * step;
    }
  }
};

// Nodes hold their edges in one stretch of a common array. A node comes to be when an edge is
// first followed, without edges: most nodes of a tree are never visited again.
class Tree {
 public:
  struct Node {
    std::uint32_t begin = 0;
    std::uint16_t count = 0;
    std::uint16_t room = 0;
  };

  // About 150 megabytes. A tree of this size goes on gathering results, but grows no more.
  static constexpr std::size_t kMostEdges = std::size_t{1} << 22;

  Tree() { clear(); }

  void clear() {
    nodes_.assign(1, Node{});
    edges_.clear();
    root_ = Edge{};
    root_.child = 0;
  }

  // The edge that leads to the root: how everything went.
  Edge& root() { return root_; }
  const Edge& root() const { return root_; }

  Edge* edges(int node) { return edges_.data() + nodes_[node].begin; }
  const Edge* edges(int node) const { return edges_.data() + nodes_[node].begin; }
  int edge_count(int node) const { return nodes_[node].count; }
  bool full() const { return edges_.size() >= kMostEdges; }

  const Edge* find(int node, int meaning) const {
    const Edge* first = edges(node);
    const Edge* last = first + edge_count(node);
    const Edge* found =
        std::find_if(first, last, [&](const Edge& edge) { return edge.meaning == meaning; });
    return found == last ? nullptr : found;
  }

  int add_node() {
    nodes_.emplace_back();
    return static_cast<int>(nodes_.size()) - 1;
  }

  // Makes room for more edges at a node. Pointers to edges are void afterwards.
  void make_room(int node, int more) {
    Node& grown = nodes_[node];
    const int wanted = grown.count + more;
    if (wanted <= grown.room) return;
    const std::uint32_t begin = static_cast<std::uint32_t>(edges_.size());
    const int room = wanted + (grown.count == 0 ? 0 : grown.count / 2);
    edges_.resize(edges_.size() + static_cast<std::size_t>(room));
    std::copy_n(edges_.data() + grown.begin, grown.count, edges_.data() + begin);
    grown.begin = begin;
    grown.room = static_cast<std::uint16_t>(room);
  }

  // Room must have been made.
  Edge& add_edge(int node, int meaning) {
    Node& grown = nodes_[node];
    Edge& edge = edges_[grown.begin + grown.count++];
    edge = Edge{};
    edge.meaning = static_cast<std::uint16_t>(meaning);
    return edge;
  }

  // The tree below the end of a path; empty where the path was never followed.
  Tree below(const std::vector<std::int16_t>& path, std::size_t from) const {
    const Edge* at = &root_;
    for (std::size_t i = from; i < path.size(); ++i) {
      at = find(at->child, path[i]);
      if (at == nullptr || at->child == Edge::kNoChild) return {};
    }
    Tree tree;
    tree.root_ = *at;
    tree.root_.child = 0;
    tree.copy_below(*this, at->child, 0);
    return tree;
  }

 private:
  void copy_below(const Tree& from, int source, int target) {
    const int count = from.edge_count(source);
    make_room(target, count);
    nodes_[target].count = static_cast<std::uint16_t>(count);
    std::copy_n(from.edges(source), count, edges(target));
    for (int i = 0; i < count; ++i) {
      const std::int32_t child = from.edges(source)[i].child;
      if (child == Edge::kNoChild) continue;
      const int copy = add_node();
      edges(target)[i].child = copy;
      copy_below(from, child, copy);
    }
  }

  Edge root_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
};

}  // namespace gemgrove
