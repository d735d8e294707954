// Positions as named fields (see core/fields.h): -1 is nothing, -2, -3, -4 a hidden card of tier 1
// to 3; each deck's next card comes first.
#pragma once

#include "core/fields.h"
#include "splendor/legal.h"
#include "splendor/state.h"

namespace gemgrove::splendor {

// Markers in place of a card's number.
inline constexpr int kNothing = -1;
inline constexpr int kHiddenTier = -2;  // minus the tier, 0 to 2

inline constexpr EnumNames<Phase, 5> kPhases = {{{Phase::play, "play"},
                                                 {Phase::pay, "pay"},
                                                 {Phase::give_back, "return"},
                                                 {Phase::noble, "noble"},
                                                 {Phase::over, "over"}}};

int place_number(std::uint8_t place);
// The inverse; with a tier, a card must be of that tier.
std::uint8_t place_code(const Variant& variant, int number, int tier, const char* what);

// Fails if a state that was read is not safe to play on. gemgrove.splendor.validation also checks
// that no token is lost.
void check_state(const Variant& variant, const State& state);

template <class List>
void write_counts(Gems vector, int kinds, List& list) {
  for (int kind = 0; kind < kinds; ++kind) list.number(count_of(vector, kind));
}

template <class Writer>
void write_player(const Player& player, Writer& out) {
  out.list("tokens", [&](auto& list) { write_counts(player.tokens, kTokenKinds, list); });
  out.number("points", player.points);
  out.list("bought", [&](auto& list) { player.bought.for_each([&](int id) { list.number(id); }); });
  out.list("bonuses", [&](auto& list) { write_counts(player.bonuses, kColors, list); });
  out.list("reserved", [&](auto& list) {
    for (int place = 0; place < kReserveLimit && player.reserved[place] != kEmpty; ++place) {
      list.list([&](auto& entry) {
        entry.number(place_number(player.reserved[place]));
        entry.flag((player.blind >> place & 1) != 0);
      });
    }
  });
  out.list("nobles", [&](auto& list) {
    for (int id = 0; id < kMaxNobles; ++id) {
      if (player.nobles >> id & 1) list.number(id);
    }
  });
}

template <class Writer>
void write_fields(const Variant& variant, const State& state, Writer& out) {
  out.number("to_move", state.mover);
  out.choice("phase", kPhases, state.phase);
  out.number("first", state.first);
  out.number("turns", state.turns);
  out.number("passes", state.passes);
  out.number("pending", state.pending == kEmpty ? kNothing : int{state.pending});
  out.list("owed", [&](auto& list) { write_counts(state.owed, kColors, list); });
  out.list("escrow", [&](auto& list) { write_counts(state.escrow, kTokenKinds, list); });
  out.list("bank", [&](auto& list) { write_counts(state.bank, kTokenKinds, list); });
  out.list("market", [&](auto& rows) {
    for (int tier = 0; tier < kTiers; ++tier) {
      rows.list([&](auto& row) {
        for (int slot = 0; slot < kSlots; ++slot) {
          row.number(place_number(state.market[tier * kSlots + slot]));
        }
      });
    }
  });
  out.list("decks", [&](auto& decks) {
    for (int tier = 0; tier < kTiers; ++tier) {
      decks.list([&](auto& deck) {
        for (int place = state.deck_left[tier] - 1; place >= 0; --place) {
          deck.number(place_number(state.deck[variant.deck_begin[tier] + place]));
        }
      });
    }
  });
  out.list("nobles", [&](auto& list) {
    for (int slot = 0; slot < variant.noble_slots(); ++slot) {
      list.number(state.nobles[slot] == kEmpty ? kNothing : int{state.nobles[slot]});
    }
  });
  out.list("players", [&](auto& list) {
    for (int seat = 0; seat < variant.rules.players; ++seat) {
      list.group([&](auto& group) { write_player(state.seats[seat], group); });
    }
  });
}

template <class Reader>
Gems read_counts(Reader& in, int kinds, const char* what) {
  auto list = in.list(what);
  check_size(list.size(), kinds, what);
  Gems vector = 0;
  for (int kind = 0; kind < kinds; ++kind) vector += gems(kind, list.number(what, 0, 100));
  return vector;
}

template <class List>
std::uint8_t read_place(const Variant& variant, List& list, int tier, const char* what) {
  const int number = list.number(what, kHiddenTier - (kTiers - 1), variant.card_count - 1);
  return place_code(variant, number, tier, what);
}

template <class Reader>
void read_player(const Variant& variant, Reader& in, Player& player) {
  player.tokens = read_counts(in, kTokenKinds, "tokens");
  player.points = static_cast<std::uint8_t>(in.number("points", 0, 255));
  auto bought = in.list("bought");
  for (int i = bought.size(); i > 0; --i) {
    const int id = bought.number("bought", 0, variant.card_count - 1);
    player.bought.set(id);
    player.bonuses += gems(variant.cards[id].color);
    ++player.cards;
  }
  in.ignore("bonuses");
  auto reserved = in.list("reserved");
  if (reserved.size() > kReserveLimit) fail("reserved: more than three cards.");
  for (int place = 0, count = reserved.size(); place < count; ++place) {
    auto entry = reserved.list("reserved");
    check_size(entry.size(), 2, "reserved");
    player.reserved[place] = read_place(variant, entry, -1, "reserved");
    const bool blind = entry.flag("reserved");
    player.blind = static_cast<std::uint8_t>(player.blind | unsigned{blind} << place);
  }
  auto nobles = in.list("nobles");
  for (int i = nobles.size(); i > 0; --i) {
    const int id = nobles.number("nobles", 0, variant.noble_count - 1);
    player.nobles = static_cast<std::uint16_t>(player.nobles | 1U << id);
  }
}

template <class Reader>
void read_market(const Variant& variant, Reader& in, State& state) {
  auto rows = in.list("market");
  check_size(rows.size(), kTiers, "market");
  for (int tier = 0; tier < kTiers; ++tier) {
    auto row = rows.list("market");
    check_size(row.size(), kSlots, "market");
    for (int slot = 0; slot < kSlots; ++slot) {
      state.market[tier * kSlots + slot] = read_place(variant, row, tier, "market");
    }
  }
}

template <class Reader>
void read_decks(const Variant& variant, Reader& in, State& state) {
  auto decks = in.list("decks");
  check_size(decks.size(), kTiers, "decks");
  for (int tier = 0; tier < kTiers; ++tier) {
    auto deck = decks.list("decks");
    const int left = deck.size();
    if (left > variant.deck_size(tier)) fail("decks: more cards than the tier has.");
    state.deck_left[tier] = static_cast<std::uint8_t>(left);
    for (int place = left - 1; place >= 0; --place) {
      state.deck[variant.deck_begin[tier] + place] = read_place(variant, deck, tier, "decks");
    }
  }
}

template <class Reader>
State read_fields(const Variant& variant, Reader& in) {
  const int last_seat = variant.rules.players - 1;
  State state{};
  state.deck.fill(kEmpty);
  state.nobles.fill(kEmpty);
  for (Player& player : state.seats) player.reserved.fill(kEmpty);
  state.mover = static_cast<std::uint8_t>(in.number("to_move", 0, last_seat));
  state.phase = in.choice("phase", kPhases);
  state.first = static_cast<std::uint8_t>(in.number("first", 0, last_seat));
  state.turns = static_cast<std::uint16_t>(in.number("turns", 0, 65535));
  state.passes = static_cast<std::uint8_t>(in.number("passes", 0, last_seat + 1));
  const int pending = in.number("pending", kNothing, kToken - 1);
  state.pending = pending == kNothing ? kEmpty : static_cast<std::uint8_t>(pending);
  state.owed = read_counts(in, kColors, "owed");
  state.escrow = read_counts(in, kTokenKinds, "escrow");
  state.bank = read_counts(in, kTokenKinds, "bank");
  read_market(variant, in, state);
  read_decks(variant, in, state);
  auto nobles = in.list("nobles");
  check_size(nobles.size(), variant.noble_slots(), "nobles");
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    const int id = nobles.number("nobles", kNothing, variant.noble_count - 1);
    if (id != kNothing) state.nobles[slot] = static_cast<std::uint8_t>(id);
  }
  auto players = in.list("players");
  check_size(players.size(), last_seat + 1, "players");
  for (int seat = 0; seat <= last_seat; ++seat) {
    auto&& fields = players.group();
    read_player(variant, fields, state.seats[seat]);
  }
  check_state(variant, state);
  return state;
}

}  // namespace gemgrove::splendor
