#include "splendor/network_inputs.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/observation.h"
#include "splendor/heuristics.h"
#include "splendor/hidden.h"
#include "splendor/legal.h"
#include "splendor/score_actions.h"

namespace gemgrove::splendor {
namespace {

constexpr int kPointFlags = 16;
constexpr int kOwnFlags = 6;     // 0 to 4 tokens short, or more
constexpr int kOthersFlags = 4;  // 0 to 2 tokens short, or more
constexpr Value kPotentialStep = 50;
constexpr Value kScoreStep = 40;  // a tenth of the priors' temperature
constexpr int kMostShort = 5;     // of the tokens short of a card that are told apart
constexpr int kShortCounts = 3;   // cards are counted that are 0, 1 and 2 tokens short
constexpr int kUnreachable = 99;

// What a card still costs a player.
struct Price {
  Gems price = 0;    // after bonuses
  Gems missing = 0;  // after bonuses and tokens
  int tokens_short = kUnreachable;

  Price() = default;
  Price(const Variant& variant, const Player& player, std::uint8_t card) {
    price = saturating_difference(variant.cards[card].cost, player.bonuses);
    missing = saturating_difference(price, colored(player.tokens));
    tokens_short = std::max(0, total(missing) - count_of(player.tokens, kGold));
  }
};

int in_steps(Value value, Value step) {
  return static_cast<int>(std::clamp<Value>(value / step, 0, kLargestCount));
}

// How many of the nobles on the table a seat would come closer to with a bonus of this color.
int nobles_asking(const Variant& variant, const State& seen, const Player& player, int color) {
  int asking = 0;
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    if (seen.nobles[slot] == kEmpty) continue;
    const Gems requirement = variant.nobles[seen.nobles[slot]].requirement;
    asking += count_of(requirement, color) > count_of(player.bonuses, color);
  }
  return asking;
}

// The other seats in order of play, `each(player)`.
template <class Visit>
void for_each_other(const Variant& variant, const State& seen, int seat, Visit&& each) {
  const int seats = variant.rules.players;
  for (int i = 1; i < seats; ++i) each(seen.seats[(seat + i) % seats]);
}

template <class Sink>
void put_card(const Variant& variant, const State& seen, int seat, std::uint8_t card, Sink& sink) {
  const Player& player = seen.seats[seat];
  const bool present = is_card(card);
  const Card& face = variant.cards[present ? card : 0];
  const Price price = present ? Price(variant, player, card) : Price();
  sink.put(present);
  sink.put(present ? face.points : 0);
  sink.put_one_hot(present ? face.color : -1, kColors);
  sink.put_one_hot(present ? std::min(price.tokens_short, kOwnFlags - 1) : -1, kOwnFlags);
  sink.put(total(price.price));
  sink.template put_bytes_of<kColors>(price.price);
  sink.template put_bytes_of<kColors>(price.missing);
  sink.put(present ? nobles_asking(variant, seen, player, face.color) : 0);
  for_each_other(variant, seen, seat, [&](const Player& other) {
    const int missing = present ? Price(variant, other, card).tokens_short : kUnreachable;
    sink.put_one_hot(present ? std::min(missing, kOthersFlags - 1) : -1, kOthersFlags);
  });
}

// Up to four cards by what they still cost the player, so that their slots do not matter.
template <std::size_t Count>
std::array<std::uint8_t, Count> by_price(const Variant& variant, const Player& player,
                                         const std::uint8_t* cards) {
  std::array<std::uint8_t, Count> sorted;
  std::array<int, Count> keys;
  for (std::size_t i = 0; i < Count; ++i) {
    const std::uint8_t card = cards[i];
    int key = 1 << 20;
    if (is_card(card)) {
      const Price price(variant, player, card);
      key = (price.tokens_short << 14) + (total(price.price) << 7) + card;
    }
    std::size_t at = i;
    for (; at > 0 && keys[at - 1] > key; --at) {
      keys[at] = keys[at - 1];
      sorted[at] = sorted[at - 1];
    }
    keys[at] = key;
    sorted[at] = card;
  }
  return sorted;
}

template <class Sink>
void put_player(const Variant& variant, const State& seen, int seat, Sink& sink) {
  const Player& player = seen.seats[seat];
  const int seats = variant.rules.players;
  const auto places_after = [&](int each, int other) { return (each - other + seats) % seats; };
  int reserved = 0;
  for (const std::uint8_t card : player.reserved) reserved += card != kEmpty;
  const unsigned affordable_cards = affordable(variant, seen, player);
  const auto places = buyable_cards(seen, player);
  int reach = player.points;
  for (unsigned can = affordable_cards; can != 0; can &= can - 1) {
    reach = std::max(reach, points_with(variant, seen, player, places[std::countr_zero(can)]));
  }
  sink.field("tokens", kLargestCount, "white, blue, green, red, black, gold, all together");
  sink.template put_bytes_of<kTokenKinds>(player.tokens);
  sink.put(total(player.tokens));
  sink.field("bonuses", kLargestCount, "bought cards by color, all together");
  sink.template put_bytes_of<kColors>(player.bonuses);
  sink.put(player.cards);
  sink.field("points", 1, "one of 0 to 14, or 15 and more");
  sink.put_one_hot(std::min<int>(player.points, kPointFlags - 1), kPointFlags);
  sink.field("reach", kLargestCount,
             "points to be had with one purchase now; that reaches the target");
  sink.put(reach - player.points);
  sink.put(reach >= variant.rules.target_points);
  sink.field("affordable", kMarket + kReserveLimit, "how many cards could be bought now");
  sink.put(count_bits(affordable_cards));
  sink.field("reserved cards", 1, "one of 0 to 3");
  sink.put_one_hot(reserved, kReserveLimit + 1);
  sink.field("visits", kMaxNobles, "how many nobles have visited");
  sink.put(count_bits(player.nobles));
  sink.field("turn left", 1, "still has a turn in this round");
  sink.put(places_after(seat, seen.first) >= places_after(seen.mover, seen.first));
  sink.field("potential", kLargestCount, "of cards, of nobles: the heuristics' values");
  sink.put(in_steps(Prospects(variant, seen, player).total(player.tokens), kPotentialStep));
  sink.put(in_steps(noble_potential(variant, seen, player), kPotentialStep));
}

template <class Sink>
void put_nobles(const Variant& variant, const State& seen, int seat, Sink& sink) {
  const Player& player = seen.seats[seat];
  std::array<int, kMaxNobleSlots> order{};
  std::array<int, kMaxNobleSlots> keys{};
  const int slots = variant.noble_slots();
  for (int slot = 0; slot < slots; ++slot) {
    const std::uint8_t id = seen.nobles[slot];
    const int key =
        id == kEmpty
            ? 1 << 20
            : (total(saturating_difference(variant.nobles[id].requirement, player.bonuses)) << 8) +
                  id;
    int at = slot;
    for (; at > 0 && keys[at - 1] > key; --at) {
      keys[at] = keys[at - 1];
      order[at] = order[at - 1];
    }
    keys[at] = key;
    order[at] = slot;
  }
  sink.field("nobles", kLargestCount,
             "the nearest first: present, bonuses missing (in all, by color), and in all for each "
             "other seat");
  for (int i = 0; i < slots; ++i) {
    const std::uint8_t id = seen.nobles[order[i]];
    const bool present = id != kEmpty;
    const Gems requirement = present ? variant.nobles[id].requirement : 0;
    const Gems missing = saturating_difference(requirement, player.bonuses);
    sink.put(present);
    sink.put(total(missing));
    sink.template put_bytes_of<kColors>(missing);
    for_each_other(variant, seen, seat, [&](const Player& other) {
      sink.put(total(saturating_difference(requirement, other.bonuses)));
    });
  }
}

template <class Sink>
void walk_state(const Variant& variant, const State& seen, int seat, Sink& sink) {
  const int seats = variant.rules.players;
  const Player& player = seen.seats[seat];
  sink.field("phase", 1, "play, pay, return, noble");
  sink.put_one_hot(static_cast<int>(seen.phase), 4);
  sink.field("to_move", 1, "whose decision it is, counted from the observer's seat");
  sink.put_one_hot((seen.mover - seat + seats) % seats, seats);
  sink.field("starts", 1, "who starts each round, counted from the observer's seat");
  sink.put_one_hot((seen.first - seat + seats) % seats, seats);
  int leader = 0;
  for (int each = 0; each < seats; ++each) leader = std::max<int>(leader, seen.seats[each].points);
  sink.field("last round", 1, "somebody has reached the target");
  sink.put(leader >= variant.rules.target_points);
  sink.field("bank", kLargestCount, "white, blue, green, red, black, gold");
  sink.template put_bytes_of<kTokenKinds>(seen.bank);
  sink.field("bank flags", 1, "by color: none left; enough for two alike");
  const unsigned some = at_least(seen.bank, 1);
  const unsigned many = at_least(seen.bank, kPairMinimum);
  for (int color = 0; color < kColors; ++color) sink.put(!(some >> color & 1));
  for (int color = 0; color < kColors; ++color) sink.put(many >> color & 1);
  sink.field("owed", kLargestCount, "phase pay: tokens still owed by color");
  sink.template put_bytes_of<kColors>(seen.owed);
  for (int i = 0; i < seats; ++i) put_player(variant, seen, (seat + i) % seats, sink);
  put_nobles(variant, seen, seat, sink);
  sink.field("market", kLargestCount,
             "twelve times, tier by tier, the cheapest first: present, points, bonus (one of "
             "five), tokens short (one of 0 to 5), price after bonuses (in all, by color), tokens "
             "missing by color, nobles that ask for the bonus, and for each other seat: tokens "
             "short (one of 0 to 3)");
  for (int tier = 0; tier < kTiers; ++tier) {
    const auto cards = by_price<kSlots>(variant, player, seen.market.data() + tier * kSlots);
    for (const std::uint8_t card : cards) put_card(variant, seen, seat, card, sink);
  }
  sink.field("own reserved cards", kLargestCount, "three times, as in the market");
  for (const std::uint8_t card : by_price<kReserveLimit>(variant, player, player.reserved.data())) {
    put_card(variant, seen, seat, card, sink);
  }
  sink.field("others' reserved cards", kLargestCount,
             "three times for each other seat, the cheapest first: tier (one of three) if "
             "unknown; else points, bonus (one of five), tokens short (one of 0 to 5)");
  for_each_other(variant, seen, seat, [&](const Player& other) {
    for (const std::uint8_t card : by_price<kReserveLimit>(variant, other, other.reserved.data())) {
      const bool known = is_card(card);
      const Card& face = variant.cards[known ? card : 0];
      sink.put_one_hot(is_hidden(card) ? card - kHidden : -1, kTiers);
      sink.put(known ? face.points : 0);
      sink.put_one_hot(known ? face.color : -1, kColors);
      const int missing = known ? Price(variant, other, card).tokens_short : 0;
      sink.put_one_hot(known ? std::min(missing, kOwnFlags - 1) : -1, kOwnFlags);
    }
  });
}

// The card that an action buys or reserves, or kEmpty.
std::uint8_t card_of(const State& seen, int action) {
  if (action >= kReserve && action < kReserveDeck) return seen.market[action - kReserve];
  if (action >= kBuy && action < kBuyReserved) return seen.market[action - kBuy];
  if (action >= kBuyReserved && action < kToken) {
    return seen.player().reserved[action - kBuyReserved];
  }
  return kEmpty;
}

// The tokens and bonuses of the seat to move after an action, before tokens go back.
struct Holdings {
  Gems tokens;
  Gems bonuses;

  Holdings(const Variant& variant, const State& seen, int action) {
    const Player& player = seen.player();
    tokens = player.tokens;
    bonuses = player.bonuses;
    if (action < kReserve) {
      tokens += kTaken[action];
    } else if (action < kBuy) {
      tokens += gems(kGold, std::min(1, count_of(seen.bank, kGold)));
    } else if (action < kToken) {
      const Card& card = variant.cards[card_of(seen, action)];
      const Gems price = saturating_difference(card.cost, bonuses);
      const int gold = total(saturating_difference(price, colored(tokens)));
      tokens = saturating_difference(tokens, price + gems(kGold, gold));
      bonuses += gems(card.color);
    } else if (action < kNoble) {
      tokens -= gems(action - kToken);
    }
  }
};

// How far the seat to move is from the cards it might buy, after an action.
template <class Sink>
void put_prospects(const Variant& variant, const State& seen, int action, Sink& sink) {
  const Holdings after(variant, seen, action);
  const Gems tokens = colored(after.tokens);
  const int gold = count_of(after.tokens, kGold);
  const auto cards = buyable_cards(seen, seen.player());
  const std::uint8_t bought = action >= kBuy && action < kToken ? card_of(seen, action) : kEmpty;
  std::array<std::uint8_t, (kTiers + 1) * kShortCounts> counts{};
  int shortage = 0;
  int points = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const std::uint8_t id = cards[i];
    if (!is_card(id) || id == bought) continue;
    const Card& card = variant.cards[id];
    const Gems price = saturating_difference(card.cost, after.bonuses);
    const int missing = std::max(0, total(saturating_difference(price, tokens)) - gold);
    shortage += std::min(missing, kMostShort);
    if (missing == 0) points = std::max<int>(points, card.points);
    if (missing < kShortCounts) ++counts[i / kSlots * kShortCounts + missing];
  }
  sink.field("afterwards", kLargestCount,
             "for each tier and for own reserved cards: how many are 0, 1 and 2 tokens short; the "
             "most points of an affordable card; tokens short of all cards, up to 5 of each");
  sink.put_all(counts);
  sink.put(points);
  sink.put(shortage);
}

constexpr int kActionKinds = 11;

int kind_of(int action) {
  constexpr std::array<int, kActionKinds> kBegins = {
      kTakeThree, kTakeTwo,     kTakeOne, kTakePair, kReserve, kReserveDeck,
      kBuy,       kBuyReserved, kToken,   kNoble,    kPass};
  int kind = kActionKinds - 1;
  while (action < kBegins[kind]) --kind;
  return kind;
}

template <class Sink>
void walk_action(const Variant& variant, const State& seen, int action, Value score, Sink& sink) {
  const Player& player = seen.player();
  const Gems taken = action < kReserve ? kTaken[action] : 0;
  const bool reserves = action >= kReserve && action < kBuy;
  const int tokens = total(player.tokens) + total(taken) + (reserves && count_of(seen.bank, kGold));
  sink.field("kind", 1,
             "take three, two, one, two alike; reserve from the market, a deck; buy from the "
             "market, a reserved card; return or pay a token; noble; pass");
  sink.put_one_hot(kind_of(action), kActionKinds);
  sink.field("taken", 2, "tokens by color");
  sink.template put_bytes_of<kColors>(taken);
  sink.field("over limit", kLargestCount, "tokens to be returned afterwards");
  sink.put(std::max(0, tokens - kTokenLimit));
  sink.field("token", 1, "returned or paid: one of six");
  sink.put_one_hot(action >= kToken && action < kNoble ? action - kToken : -1, kTokenKinds);
  sink.field("deck", 1, "reserved from: one of three");
  sink.put_one_hot(action >= kReserveDeck && action < kBuy ? action - kReserveDeck : -1, kTiers);
  sink.field("card", kLargestCount, "bought or reserved, as in the market");
  put_card(variant, seen, seen.mover, card_of(seen, action), sink);
  const bool buys = action >= kBuy && action < kToken;
  const int gained =
      buys ? points_with(variant, seen, player, card_of(seen, action)) - player.points : 0;
  sink.field("gained", kLargestCount, "points, with a noble's; 1 if that reaches the target");
  sink.put(gained);
  sink.put(buys && player.points + gained >= variant.rules.target_points);
  put_prospects(variant, seen, action, sink);
  sink.field("score", kLargestCount, "the heuristics', in steps; not relative to other actions");
  sink.put(in_steps(score, kScoreStep));
}

}  // namespace

void network_inputs(const Variant& variant, const State& seen, int seat, std::uint8_t* out) {
  ObservationWriter writer(out);
  walk_state(variant, seen, seat, writer);
}

void action_inputs(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::uint8_t* out) {
  std::array<std::int64_t, kActions> scores;
  score_actions(variant, seen, actions, count, scores.data());
  ObservationWriter writer(out);
  for (int i = 0; i < count; ++i) walk_action(variant, seen, actions[i], scores[i], writer);
}

std::vector<ObservationField> network_input_fields(const Variant& variant) {
  ObservationLister lister;
  State empty{};
  for (Player& player : empty.seats) player.reserved.fill(kEmpty);
  empty.market.fill(kEmpty);
  empty.nobles.fill(kEmpty);
  walk_state(variant, empty, 0, lister);
  return lister.fields;
}

std::vector<ObservationField> action_input_fields(const Variant& variant) {
  ObservationLister lister;
  State empty{};
  empty.market.fill(kEmpty);
  walk_action(variant, empty, kPass, 0, lister);
  return lister.fields;
}

}  // namespace gemgrove::splendor
