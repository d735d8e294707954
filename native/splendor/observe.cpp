#include "splendor/observe.h"

#include "core/observation.h"
#include "splendor/hidden.h"

namespace gemgrove::splendor {
namespace {

template <class Sink>
void put_reserved(const Variant& variant, const Player& player, int place, Sink& sink) {
  const std::uint8_t id = player.reserved[place];
  const int tier = is_hidden(id) ? id - kHidden : is_card(id) ? variant.cards[id].tier : -1;
  sink.put_one_hot(tier, kTiers);
  sink.put((player.blind >> place) & 1);
  sink.put_all(variant.entries[id]);
}

template <class Sink>
void put_player(const Variant& variant, const Player& player, Sink& sink) {
  sink.field("tokens", kLargestCount, "white, blue, green, red, black, gold");
  sink.template put_bytes_of<kTokenKinds>(player.tokens);
  sink.field("bonuses", kLargestCount, "bought cards by color");
  sink.template put_bytes_of<kColors>(player.bonuses);
  sink.field("points", kLargestCount, "prestige points");
  sink.put(player.points);
  sink.field("cards", kLargestCount, "how many cards were bought");
  sink.put(player.cards);
  sink.field("nobles", kMaxNobles, "how many nobles have visited");
  sink.put(count_bits(player.nobles));
  sink.field("reserved", kLargestCount,
             "three times: tier (one of three), came unseen from a deck, known, cost (five), bonus "
             "(one of five), points; of an unknown card only the first four are set");
  for (int place = 0; place < kReserveLimit; ++place) put_reserved(variant, player, place, sink);
}

template <class Sink>
void walk(const Variant& variant, const State& seen, int seat, Sink& sink) {
  const int seats = variant.rules.players;
  const int own = seat == kNoSeat ? 0 : seat;
  const bool playing = !over(seen);

  sink.field("phase", 1, "play, pay, return, noble; all zero once the game is over");
  sink.put_one_hot(playing ? static_cast<int>(seen.phase) : -1, 4);
  sink.field("to_move", 1, "whose decision it is, counted from the observer's seat");
  sink.put_one_hot(playing ? (seen.mover - own + seats) % seats : -1, seats);
  sink.field("starts", 1, "who starts each round, counted from the observer's seat");
  sink.put_one_hot((seen.first - own + seats) % seats, seats);
  sink.field("round", kLargestCount, "completed rounds, at most 255");
  sink.put(seen.turns / seats);
  sink.field("passes", kMaxPlayers, "passes in a row");
  sink.put(seen.passes);
  sink.field("owed", kLargestCount, "phase pay: tokens still owed by color");
  sink.template put_bytes_of<kColors>(seen.owed);
  sink.field("buying", 1, "phase pay: which of the twelve market places or three reserved cards");
  sink.put_one_hot(seen.pending == kEmpty ? -1 : seen.pending - kBuy, kMarket + kReserveLimit);
  sink.field("escrow", kLargestCount,
             "phases return and noble: taken this turn and not returned; white, blue, green, red, "
             "black, gold");
  sink.template put_bytes_of<kTokenKinds>(seen.escrow);
  sink.field("bank", kLargestCount, "white, blue, green, red, black, gold");
  sink.template put_bytes_of<kTokenKinds>(seen.bank);
  sink.field("decks", kLargestCount, "cards left in each deck");
  for (const std::uint8_t left : seen.deck_left) sink.put(left);
  sink.field("market", kLargestCount,
             "twelve times, tier by tier: present, cost (five), bonus (one of five), points");
  for (const std::uint8_t card : seen.market) sink.put_all(variant.entries[card]);
  sink.field("nobles", kLargestCount,
             "for each slot: present, requirement (five), points; zero once the noble has left");
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    const std::uint8_t id = seen.nobles[slot];
    const Noble noble = id == kEmpty ? Noble{} : variant.nobles[id];
    sink.put(id != kEmpty);
    sink.template put_bytes_of<kColors>(noble.requirement);
    sink.put(noble.points);
  }
  for (int i = 0; i < seats; ++i) put_player(variant, seen.seats[(own + i) % seats], sink);
  sink.field("unseen", 1, "for each card of the set by number: lies nowhere in sight");
  sink.put_bits(unseen_cards(variant, seen), variant.card_count);
}

}  // namespace

// Called for every observation, so it is a sum rather than a walk; `make test` compares the two.
int observation_size(const Variant& variant) {
  const int seats = variant.rules.players;
  const int card = static_cast<int>(CardEntries().size());
  const int noble = 1 + kColors + 1;                    // present, requirement, points
  const int player = kTokenKinds + kColors + 1 + 1 + 1  // tokens, bonuses, points, cards, nobles
                     + kReserveLimit * (kTiers + 1 + card);
  return 4 + seats + seats + 1 + 1             // phase, to_move, starts, round, passes
         + kColors + kMarket + kReserveLimit   // owed, buying
         + kTokenKinds + kTokenKinds + kTiers  // escrow, bank, decks
         + kMarket * card + variant.noble_slots() * noble + seats * player + variant.card_count;
}

void observe(const Variant& variant, const State& seen, int seat, std::uint8_t* out) {
  ObservationWriter writer(out);
  walk(variant, seen, seat, writer);
}

std::vector<ObservationField> observation_fields(const Variant& variant) {
  ObservationLister lister;
  walk(variant, State{}, 0, lister);
  return lister.fields;
}

}  // namespace gemgrove::splendor
