#include "arboretum/observe.h"

#include "arboretum/frame.h"
#include "arboretum/hidden.h"
#include "arboretum/score.h"
#include "core/observation.h"

namespace gemgrove::arboretum {
namespace {

constexpr int kPhases = 5;

template <class Sink>
void put_pile(const Variant& variant, const State& seen, const Seat& seat, Sink& sink) {
  std::uint8_t* depth = sink.put_zeros(variant.cards);
  if (depth == nullptr) return;
  std::uint8_t from_top = 0;
  for (std::uint8_t card = seat.pile; card != kNone; card = seen.below[card]) {
    depth[card] = ++from_top;
  }
}

template <class Sink>
void put_arboretum(const Variant& variant, const State& seen, const Seat& seat, Sink& sink) {
  std::uint8_t* cells = sink.put_zeros(variant.frame * variant.frame);
  if (cells == nullptr) return;
  seat.planted.for_each([&](int card) {
    cells[frame_index(variant, seat, seen.cell[card])] = static_cast<std::uint8_t>(card + 1);
  });
}

const std::array<int, kMaxSpecies>& paths_of(const Variant& variant, const State& seen, int seat,
                                             ObservationMemo& memo) {
  const Cards& planted = seen.seats[seat].planted;
  if (planted != memo.planted[seat]) {
    memo.planted[seat] = planted;
    memo.paths[seat] = path_points(variant, seen, seat);
  }
  return memo.paths[seat];
}

template <class Sink>
void put_player(const Variant& variant, const State& seen, int seat, Sink& sink,
                ObservationMemo& memo) {
  const Seat& player = seen.seats[seat];
  sink.field("hand", 1, "for each card: known to the observer to be in this hand");
  sink.put_bits(player.hand, variant.cards);
  sink.field("shown", 1, "for each card: known to all to be in this hand");
  sink.put_bits(player.shown, variant.cards);
  sink.field("hidden", kHand + 2, "how many more cards the hand has");
  sink.put(player.hidden);
  sink.field("pile", kMaxCards, "for each card: its place in this pile, 1 on top; 0 elsewhere");
  put_pile(variant, seen, player, sink);
  sink.field("arboretum", kMaxCards, "for each cell of the frame: the card's number plus 1, or 0");
  put_arboretum(variant, seen, player, sink);
  sink.field("paths", kLargestCount, "for each species: the points of its best path");
  const std::array<int, kMaxSpecies>& points = paths_of(variant, seen, seat, memo);
  for (int species = 0; species < variant.species; ++species) sink.put(points[species]);
}

template <class Sink>
void walk(const Variant& variant, const State& seen, int seat, Sink& sink, ObservationMemo& memo) {
  const int seats = variant.rules.players;
  const int own = seat == kNoSeat ? 0 : seat;
  const bool playing = !over(seen);

  sink.field("phase", 1, "draw, second draw, pick, plant, discard; all zero once the game is over");
  sink.put_one_hot(playing ? static_cast<int>(seen.phase) : -1, kPhases);
  sink.field("to_move", 1, "whose decision it is, counted from the observer's seat");
  sink.put_one_hot(playing ? (seen.mover - own + seats) % seats : -1, seats);
  sink.field("starts", 1, "who has started, counted from the observer's seat");
  sink.put_one_hot((seen.first - own + seats) % seats, seats);
  sink.field("turns", kLargestCount, "completed turns, of all seats");
  sink.put(seen.turns);
  sink.field("deck", kMaxCards, "cards left in the deck");
  sink.put(seen.deck_left);
  sink.field("picked", 1, "for each card: picked by the observer, to be planted");
  sink.put_one_hot(seen.picked < kMaxCards ? seen.picked : -1, variant.cards);
  for (int i = 0; i < seats; ++i) {
    put_player(variant, seen, (own + i) % seats, sink, memo);
  }
  sink.field("unseen", 1, "for each card: lies nowhere in sight");
  sink.put_bits(unseen_cards(variant, seen), variant.cards);
}

}  // namespace

// Called for every observation, so it is a sum rather than a walk; `make test` compares the two.
int observation_size(const Variant& variant) {
  const int seats = variant.rules.players;
  const int player = 3 * variant.cards + 1            // hand, shown, pile; hidden
                     + variant.frame * variant.frame  // arboretum
                     + variant.species;               // paths
  return kPhases + seats + seats + 1 + 1              // phase, to_move, starts, turns, deck
         + variant.cards                              // picked
         + seats * player + variant.cards;            // and unseen
}

void observe(const Variant& variant, const State& seen, int seat, std::uint8_t* out) {
  ObservationMemo memo;
  observe(variant, seen, seat, out, memo);
}

void observe(const Variant& variant, const State& seen, int seat, std::uint8_t* out,
             ObservationMemo& memo) {
  ObservationWriter writer(out);
  walk(variant, seen, seat, writer, memo);
}

std::vector<ObservationField> observation_fields(const Variant& variant) {
  State empty{};
  for (Seat& seat : empty.seats) seat.pile = kNone;
  ObservationLister lister;
  ObservationMemo memo;
  walk(variant, empty, 0, lister, memo);
  return lister.fields;
}

}  // namespace gemgrove::arboretum
