// Random games of every variant, with the game's invariants checked after every decision.
// tests/arboretum/test_oracle.py compares the effects of moves with the oracle.
#include "arboretum/arboretum.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "arboretum/turn_value.h"
#include "core/session.h"
#include "tests/check.h"

namespace gemgrove::arboretum {
namespace {

std::vector<Rules> all_rules() {
  std::vector<Rules> list;
  for (int players = 2; players <= kMaxPlayers; ++players) {
    for (const bool seed_discards : {false, true}) {
      for (int first = kRandomSeat; first < players; ++first) {
        list.push_back({players, seed_discards, first});
      }
    }
  }
  return list;
}

Deal deal_number(int number) {
  Deal deal;
  for (auto& key : deal.keys) key[0] = static_cast<std::uint8_t>(number);
  return deal;
}

int random_action(const Variant& variant, const State& state, Rng& rng) {
  const BitSet<kActions> mask = legal(variant, state);
  return mask.select(rng.below(mask.count()));
}

bool adjacent(Cell a, Cell b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1; }

// Finds the points of a species' best path by following every rising path card by card.
class PathSearch {
 public:
  PathSearch(const State& state, int seat, int species) : state_(state), species_(species) {
    state.seats[seat].planted.for_each([&](int card) { planted_.push_back(card); });
    for (const int card : planted_) {
      if (species_of(card) == species) follow({card});
    }
  }

  int best() const { return best_; }

 private:
  void follow(const std::vector<int>& path) {
    const int last = path.back();
    if (path.size() > 1 && species_of(last) == species_) best_ = std::max(best_, points(path));
    for (const int card : planted_) {
      if (rank_of(card) <= rank_of(last)) continue;
      if (!adjacent(state_.cell[card], state_.cell[last])) continue;
      std::vector<int> longer = path;
      longer.push_back(card);
      follow(longer);
    }
  }

  int points(const std::vector<int>& path) const {
    const int length = static_cast<int>(path.size());
    const bool pure = std::all_of(path.begin(), path.end(),
                                  [&](int card) { return species_of(card) == species_; });
    return length + (pure && length >= 4 ? length : 0) + (rank_of(path.front()) == 1 ? 1 : 0) +
           (rank_of(path.back()) == 8 ? 2 : 0);
  }

  const State& state_;
  int species_;
  std::vector<int> planted_;
  int best_ = 0;
};

void check_arboretum(const Variant& variant, const State& state, const Seat& seat) {
  std::vector<Cell> cells;
  seat.planted.for_each([&](int card) { cells.push_back(state.cell[card]); });
  if (!cells.empty()) CHECK(std::count(cells.begin(), cells.end(), Cell{0, 0}) == 1);
  for (const Cell cell : cells) {
    CHECK(std::count(cells.begin(), cells.end(), cell) == 1);
    const auto beside = [&](Cell other) { return adjacent(cell, other); };
    CHECK(cells.size() == 1 || std::any_of(cells.begin(), cells.end(), beside));
    const int number = frame_index(variant, seat, cell);
    CHECK(number >= 0 && number < variant.frame * variant.frame);
    CHECK(cell_at(variant, seat, number) == cell);
  }
}

void check_invariants(const Variant& variant, const State& state) {
  Cards cards;
  int places = 0;
  const auto count = [&](int card) {
    CHECK(card < variant.cards && !cards.test(card));
    cards.set(card);
    ++places;
  };
  int deck = 0;
  for (std::uint8_t card = state.deck; card != kNone; card = state.below[card], ++deck) count(card);
  CHECK(deck == state.deck_left);
  int planted = 0;
  for (int i = 0; i < variant.rules.players; ++i) {
    const Seat& seat = state.seats[i];
    seat.hand.for_each(count);
    seat.planted.for_each(count);
    for (std::uint8_t card = seat.pile; card != kNone; card = state.below[card]) count(card);
    CHECK(seat.shown.without(seat.hand).none());
    CHECK(seat.hidden == 0);
    CHECK(i == state.mover || seat.hand.count() == kHand);
    planted += seat.planted.count();
    check_arboretum(variant, state, seat);
  }
  CHECK(places == variant.cards);
  CHECK(planted == state.turns + (state.phase == Phase::discard));
}

void check_views(const Variant& variant, const State& state, Rng& rng) {
  for (int seat = kNoSeat; seat < variant.rules.players; ++seat) {
    const State seen = redact(variant, state, seat);
    const State other = sample(variant, seen, rng);
    check_invariants(variant, other);
    CHECK(same_bytes(redact(variant, other, seat), seen));
    std::vector<std::uint8_t> vector(static_cast<std::size_t>(observation_size(variant)));
    observe(variant, seen, seat, vector.data());
  }
}

void check_paths(const Variant& variant, const State& state, int seat) {
  const std::array<int, kMaxSpecies> points = path_points(variant, state, seat);
  const VisibleState visible = visible_state(variant, state);
  const PathValues paths(visible.groves[seat]);
  for (int species = 0; species < variant.species; ++species) {
    CHECK(points[species] == PathSearch(state, seat, species).best());
    CHECK(points[species] == paths.points()[species]);
    CHECK((points[species] == 0) == best_path(variant, state, seat, species).empty());
  }
}

// Checks that each card's value is what its best planting really adds.
void check_growth(const Variant& variant, const State& state) {
  const VisibleState visible = visible_state(variant, state);
  const PathValues paths(visible.groves[state.mover]);
  WideLanes chances{};
  for (int species = 0; species < variant.species; ++species) {
    chances[species] = static_cast<std::int16_t>(1 + 25 * species);
  }
  const CardValues values = paths.values(chances);
  state.seat().hand.for_each([&](int card) {
    int best = 0;
    for (const int place : paths.free_places()) {
      PathValues after = paths;
      after.plant(card, place);
      int value = 0;
      for (int species = 0; species < variant.species; ++species) {
        value += chances[species] * (after.points()[species] - paths.points()[species]);
      }
      best = std::max(best, value);
    }
    CHECK(values[rank_of(card) - 1][species_of(card)] == best);
  });
}

TEST(every_variant_of_arboretum_keeps_its_cards_and_ends) {
  int game = 0;
  for (const Rules& rules : all_rules()) {
    const Variant variant(rules);
    Rng rng(static_cast<std::uint64_t>(game));
    State state = setup(variant, deal_number(++game));
    int decisions = 0;
    while (!over(state) && decisions < 1000) {
      CHECK(!legal(variant, state).none());
      const int action = random_action(variant, state, rng);
      if (decisions % 4 == 0) {
        const State seen = redact(variant, state, state.mover);
        const std::int64_t value = score_action(variant, seen, action);
        // What the seat may not know does not matter.
        const State other = sample(variant, seen, rng);
        CHECK(score_action(variant, redact(variant, other, state.mover), action) == value);
      }
      apply(variant, state, action);
      check_invariants(variant, state);
      if (++decisions % 8 == 0) check_views(variant, state, rng);
    }
    CHECK(over(state));
    CHECK(legal(variant, state).none());
    CHECK(winners(variant, state) != 0);
    CHECK(ending(variant, state) == Ending::finished);
    check_views(variant, state, rng);
  }
}

TEST(a_path_scores_what_an_exhaustive_search_finds) {
  for (int game = 0; game < 60; ++game) {
    const Variant variant(Rules{2 + game % 3});
    Rng rng(static_cast<std::uint64_t>(game));
    State state = setup(variant, deal_number(game));
    while (!over(state)) {
      apply(variant, state, random_action(variant, state, rng));
      if (state.phase != Phase::draw && state.phase != Phase::over) continue;
      check_paths(variant, state,
                  (state.mover + variant.rules.players - 1) % variant.rules.players);
      check_growth(variant, state);
    }
  }
}

TEST(the_evaluation_lists_every_turn_once_and_the_best_first) {
  for (int players = 2; players <= kMaxPlayers; ++players) {
    const Variant variant(Rules{players});
    Rng rng(static_cast<std::uint64_t>(players));
    State state = setup(variant, deal_number(players));
    while (!over(state)) {
      if (state.phase == Phase::pick) {
        const State seen = redact(variant, state, state.mover);
        const std::vector<ValuedTurn> turns = evaluate_turns(variant, seen);
        State planting = state;
        apply(variant, planting, random_action(variant, state, rng));
        const int cells = legal(variant, planting).count();
        CHECK(static_cast<int>(turns.size()) == 9 * 8 * cells);
        CHECK(std::is_sorted(turns.begin(), turns.end(), [](const auto& a, const auto& b) {
          return a.terms.total() > b.terms.total();
        }));
        const ValuedTurn& best = turns.front();
        CHECK(state.seat().hand.test(best.card) && state.seat().hand.test(best.discard));
        CHECK(score_action(variant, seen, variant.pick_begin + best.card) == best.terms.total());
      }
      apply(variant, state, random_action(variant, state, rng));
    }
  }
}

TEST(arboretum_takes_back_to_the_state_before) {
  const auto variant = std::make_shared<const Variant>(Rules{3, true, kRandomSeat});
  Session<Arboretum> session(variant, setup(*variant, deal_number(3)));
  Rng rng(3);
  std::vector<State> before;
  while (!session.is_over()) {
    before.push_back(session.state());
    session.play(random_action(*variant, session.state(), rng));
  }
  while (!before.empty()) {
    CHECK(session.take_back());
    CHECK(same_bytes(session.state(), before.back()));
    before.pop_back();
  }
  CHECK(!session.take_back());
}

}  // namespace
}  // namespace gemgrove::arboretum
