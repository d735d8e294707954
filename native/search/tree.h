// The search tree: edges with visit counts and mean results for every seat.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.h"

namespace gemgrove {

using Values = std::array<float, kMaxPlayers>;

// A canonical action (see core/game.h) at a node, and its results.
struct Edge {
  static constexpr std::int32_t kNoChild = -1;

  std::int32_t child = kNoChild;
  std::uint32_t visits = 0;
  std::uint32_t available = 0;  // the number of visits to its node in which it was legal
  float prior_logit = 0;        // the logarithm of its prior, up to a constant per node
  float prior = 0;              // its prior, up to a constant per node
  Values values{};              // the mean result for every seat
  std::uint16_t action = 0;     // canonical
  std::uint16_t pending = 0;    // visits that wait for their result

  void add(const Values& result) {
    ++visits;
    const float step = 1.0F / static_cast<float>(visits);
    for (int seat = 0; seat < kMaxPlayers; ++seat) {
      values[seat] += (result[seat] - values[seat]) * step;
    }
  }
};

// Each node's edges are contiguous in one common array. A node is created without edges when an
// edge is first followed: most nodes of a tree are never visited again.
class Tree {
  static constexpr std::int32_t kNoPolicyState = -1;

 public:
  struct Node {
    std::uint32_t begin = 0;
    std::uint16_t count = 0;
    std::uint16_t room = 0;
    std::int32_t policy_state = kNoPolicyState;  // where it begins
  };

  // A tree of this size still collects results but stops growing. Where addresses have 32 bits it
  // is smaller: WebAssembly never gives memory back, and a growing array leaves as much behind.
  static constexpr std::size_t kMostBytes = std::size_t{sizeof(void*) == 8 ? 160 : 40} << 20;

  Tree() { clear(); }

  void clear() {
    nodes_.assign(1, Node{});
    edges_.clear();
    policy_states_.clear();
    root_ = Edge{};
    root_.child = 0;
  }

  // The edge that leads to the root: the totals of all iterations.
  Edge& root() { return root_; }
  const Edge& root() const { return root_; }

  Edge* edges(int node) { return edges_.data() + nodes_[node].begin; }
  const Edge* edges(int node) const { return edges_.data() + nodes_[node].begin; }
  int edge_count(int node) const { return nodes_[node].count; }
  bool full() const {
    return edges_.size() * sizeof(Edge) + policy_states_.size() * sizeof(std::int32_t) >=
           kMostBytes;
  }

  const Edge* find(int node, int canonical) const {
    const Edge* first = edges(node);
    const Edge* last = first + edge_count(node);
    const Edge* found =
        std::find_if(first, last, [&](const Edge& edge) { return edge.action == canonical; });
    return found == last ? nullptr : found;
  }

  // What a network's policy head took from the first position at a node; null if nothing is known.
  // Setting another one invalidates the pointer.
  const std::int32_t* policy_state(int node) const {
    const std::int32_t begin = nodes_[node].policy_state;
    return begin == kNoPolicyState ? nullptr : policy_states_.data() + begin;
  }
  void set_policy_state(int node, std::span<const std::int32_t> state) {
    nodes_[node].policy_state = static_cast<std::int32_t>(policy_states_.size());
    policy_state_size_ = state.size();
    policy_states_.insert(policy_states_.end(), state.begin(), state.end());
  }

  int add_node() {
    nodes_.emplace_back();
    return static_cast<int>(nodes_.size()) - 1;
  }

  // Makes room for more edges at a node. Invalidates pointers to edges.
  void reserve_edges(int node, int more) {
    Node& grown = nodes_[node];
    const int wanted = grown.count + more;
    if (wanted <= grown.room) return;
    const std::uint32_t begin = static_cast<std::uint32_t>(edges_.size());
    const int room = wanted + (grown.count == 0 ? 0 : grown.count / 2);
    add_room(static_cast<std::size_t>(room));
    std::copy_n(edges_.data() + grown.begin, grown.count, edges_.data() + begin);
    grown.begin = begin;
    grown.room = static_cast<std::uint16_t>(room);
  }

  // reserve_edges() must have made room.
  Edge& add_edge(int node, int canonical) {
    Node& grown = nodes_[node];
    Edge& edge = edges_[grown.begin + grown.count++];
    edge = Edge{};
    edge.action = static_cast<std::uint16_t>(canonical);
    return edge;
  }

  // The subtree at the end of a path; empty if the path was never followed.
  Tree subtree(const std::vector<std::int16_t>& path, std::size_t from) const {
    const Edge* at = &root_;
    for (std::size_t i = from; i < path.size(); ++i) {
      at = find(at->child, path[i]);
      if (at == nullptr || at->child == Edge::kNoChild) return {};
    }
    Tree tree;
    tree.root_ = *at;
    tree.root_.child = 0;
    tree.copy_subtree(*this, at->child, 0);
    return tree;
  }

 private:
  // The edges that one node may have beyond the most.
  static constexpr std::size_t kLastNode = 1024;

  // Doubles the array when it is full, but takes no more than the most edges need.
  void add_room(std::size_t more) {
    const std::size_t wanted = edges_.size() + more;
    if (wanted > edges_.capacity()) {
      edges_.reserve(std::max(wanted, std::min(2 * wanted, kMostBytes / sizeof(Edge) + kLastNode)));
    }
    edges_.resize(wanted);
  }

  void copy_subtree(const Tree& from, int source, int target) {
    const int count = from.edge_count(source);
    reserve_edges(target, count);
    nodes_[target].count = static_cast<std::uint16_t>(count);
    std::copy_n(from.edges(source), count, edges(target));
    if (const std::int32_t* state = from.policy_state(source); state != nullptr) {
      set_policy_state(target, {state, from.policy_state_size_});
    }
    for (int i = 0; i < count; ++i) {
      const std::int32_t child = from.edges(source)[i].child;
      if (child == Edge::kNoChild) continue;
      const int copy = add_node();
      edges(target)[i].child = copy;
      copy_subtree(from, child, copy);
    }
  }

  Edge root_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::int32_t> policy_states_;
  std::size_t policy_state_size_ = 0;
};

}  // namespace gemgrove
