#include "splendor/observe.h"

#include <algorithm>
#include <string_view>

#include "splendor/hidden.h"

namespace gemgrove::splendor {
namespace {

constexpr int kLargestCount = 255;

// Two sinks share one walk over the layout, so that the index table cannot drift from the vector:
// the writer takes the values and ignores the words, the lister takes the words.
class Writer {
 public:
  explicit Writer(std::uint8_t* out) : out_(out) {}
  void field(std::string_view, int, std::string_view) {}
  void put(int value) { *out_++ = static_cast<std::uint8_t>(std::min(value, kLargestCount)); }
  void put_gems(Gems vector, int kinds) {
    for (int kind = 0; kind < kinds; ++kind) put(count_of(vector, kind));
  }
  void put_one_hot(int index, int size) {
    for (int i = 0; i < size; ++i) put(i == index);
  }

 private:
  std::uint8_t* out_;
};

class Lister {
 public:
  void field(std::string_view name, int largest, std::string_view meaning) {
    fields.push_back({name, size, 0, largest, meaning});
  }
  void put(int) { grow(1); }
  void put_gems(Gems, int kinds) { grow(kinds); }
  void put_one_hot(int, int count) { grow(count); }

  std::vector<ObservationField> fields;
  int size = 0;

 private:
  void grow(int count) {
    fields.back().size += count;
    size += count;
  }
};

// present, five costs, five for the bonus, points
template <class Sink>
void put_card(const Variant& variant, std::uint8_t id, Sink& sink) {
  const bool known = is_card(id);
  const Card card = known ? variant.cards[id] : Card{};
  sink.put(known);
  sink.put_gems(card.cost, kColors);
  sink.put_one_hot(known ? card.color : -1, kColors);
  sink.put(card.points);
}

template <class Sink>
void put_reserved(const Variant& variant, const Player& player, int place, Sink& sink) {
  const std::uint8_t id = player.reserved[place];
  const int tier = is_hidden(id) ? id - kHidden : is_card(id) ? variant.cards[id].tier : -1;
  sink.put_one_hot(tier, kTiers);
  sink.put((player.blind >> place) & 1);
  put_card(variant, id, sink);
}

template <class Sink>
void put_player(const Variant& variant, const Player& player, Sink& sink) {
  sink.field("tokens", kLargestCount, "white, blue, green, red, black, gold");
  sink.put_gems(player.tokens, kTokenKinds);
  sink.field("bonuses", kLargestCount, "bought cards by color");
  sink.put_gems(player.bonuses, kColors);
  sink.field("points", kLargestCount, "prestige points");
  sink.put(player.points);
  sink.field("cards", kLargestCount, "how many cards were bought");
  sink.put(player.cards);
  sink.field("nobles", kMaxNobles, "how many nobles have visited");
  sink.put(count_bits(player.nobles));
  sink.field("reserved", kLargestCount,
             "three times: tier (one of three), came unseen from a deck, known, cost (five), bonus "
             "(one of five), points; an unknown card has its tier only");
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
  sink.put_gems(seen.owed, kColors);
  sink.field("bank", kLargestCount, "white, blue, green, red, black, gold");
  sink.put_gems(seen.bank, kTokenKinds);
  sink.field("decks", kLargestCount, "cards left in each deck");
  for (const std::uint8_t left : seen.deck_left) sink.put(left);
  sink.field("market", kLargestCount,
             "twelve times, tier by tier: present, cost (five), bonus (one of five), points");
  for (const std::uint8_t card : seen.market) put_card(variant, card, sink);
  sink.field("nobles", kLargestCount,
             "for each slot: present, requirement (five), points; zero once the noble has left");
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    const std::uint8_t id = seen.nobles[slot];
    const Noble noble = id == kEmpty ? Noble{} : variant.nobles[id];
    sink.put(id != kEmpty);
    sink.put_gems(noble.requirement, kColors);
    sink.put(noble.points);
  }
  for (int i = 0; i < seats; ++i) put_player(variant, seen.seats[(own + i) % seats], sink);
  sink.field("unseen", 1, "for each card of the set by number: lies nowhere in sight");
  const BitSet<kMaxCards> unseen = unseen_cards(variant, seen);
  for (int card = 0; card < variant.card_count; ++card) sink.put(unseen.test(card));
}

Lister list_fields(const Variant& variant) {
  Lister lister;
  walk(variant, State{}, 0, lister);
  return lister;
}

}  // namespace

// Called for every observation, so it is a sum and not a walk; `make test` compares the two.
int observation_size(const Variant& variant) {
  const int seats = variant.rules.players;
  const int card = 1 + kColors + kColors + 1;           // present, cost, bonus, points
  const int noble = 1 + kColors + 1;                    // present, requirement, points
  const int player = kTokenKinds + kColors + 1 + 1 + 1  // tokens, bonuses, points, cards, nobles
                     + kReserveLimit * (kTiers + 1 + card);
  return 4 + seats + seats + 1 + 1         // phase, to_move, starts, round, passes
         + kColors + kTokenKinds + kTiers  // owed, bank, decks
         + kMarket * card + variant.noble_slots() * noble + seats * player + variant.card_count;
}

void observe(const Variant& variant, const State& seen, int seat, std::uint8_t* out) {
  Writer writer(out);
  walk(variant, seen, seat, writer);
}

std::vector<ObservationField> observation_fields(const Variant& variant) {
  return list_fields(variant).fields;
}

}  // namespace gemgrove::splendor
