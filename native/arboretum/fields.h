// Positions as named fields (see core/fields.h): -1 is nothing, -2 a hidden card; the deck's next
// card comes first, a pile's top card last.
#pragma once

#include <vector>

#include "arboretum/frame.h"
#include "arboretum/state.h"
#include "core/fields.h"

namespace gemgrove::arboretum {

// Markers in place of a card's number.
inline constexpr int kNothing = -1;
inline constexpr int kHiddenCard = -2;

inline constexpr EnumNames<Phase, 6> kPhases = {{{Phase::draw, "draw"},
                                                 {Phase::second_draw, "second draw"},
                                                 {Phase::pick, "pick"},
                                                 {Phase::plant, "plant"},
                                                 {Phase::discard, "discard"},
                                                 {Phase::over, "over"}}};

template <class Writer>
void write_seat(const State& state, const Seat& seat, Writer& out) {
  const auto write_cards = [](const Cards& cards) {
    return [&cards](auto& list) { cards.for_each([&](int card) { list.number(card); }); };
  };
  out.list("hand", write_cards(seat.hand));
  out.list("shown", write_cards(seat.shown));
  out.number("hidden", seat.hidden);
  out.list("pile", [&](auto& list) {
    std::vector<int> cards;
    for (std::uint8_t card = seat.pile; card != kNone; card = state.below[card]) {
      cards.push_back(card);
    }
    for (auto card = cards.rbegin(); card != cards.rend(); ++card) list.number(*card);
  });
  out.list("arboretum", [&](auto& list) {
    seat.planted.for_each([&](int card) {
      list.list([&](auto& entry) {
        entry.number(card);
        entry.number(state.cell[card].x);
        entry.number(state.cell[card].y);
      });
    });
  });
}

template <class Writer>
void write_fields(const Variant& variant, const State& state, Writer& out) {
  out.number("to_move", state.mover);
  out.choice("phase", kPhases, state.phase);
  out.number("first", state.first);
  out.number("turns", state.turns);
  out.number("picked", state.picked == kNone     ? kNothing
                       : state.picked == kHidden ? kHiddenCard
                                                 : int{state.picked});
  out.list("deck", [&](auto& list) {
    std::uint8_t next = state.deck;
    for (int i = 0; i < state.deck_left; ++i) {
      list.number(next == kHidden ? kHiddenCard : int{next});
      if (next != kHidden) next = state.below[next];
    }
  });
  out.list("players", [&](auto& list) {
    for (int i = 0; i < variant.rules.players; ++i) {
      list.group([&](auto& group) { write_seat(state, state.seats[i], group); });
    }
  });
}

// Reads a state and makes sure that every card is in at most one place: the lists of the piles and
// the deck must not have cycles.
class StateReader {
 public:
  explicit StateReader(const Variant& variant);

  template <class Reader>
  State read(Reader& in) {
    const int last_seat = variant_.rules.players - 1;
    state_.mover = small(in.number("to_move", 0, last_seat));
    state_.phase = in.choice("phase", kPhases);
    state_.first = small(in.number("first", 0, last_seat));
    state_.turns = small(in.number("turns", 0, 255));
    const int picked = in.number("picked", kHiddenCard, variant_.cards - 1);
    auto deck = in.list("deck");
    read_deck(deck);
    auto players = in.list("players");
    check_size(players.size(), last_seat + 1, "players");
    for (int i = 0; i <= last_seat; ++i) {
      auto&& fields = players.group();
      read_seat(fields, state_.seats[i]);
    }
    set_picked(picked);
    check_counts();
    return state_;
  }

 private:
  static std::uint8_t small(int number) { return static_cast<std::uint8_t>(number); }

  // A card that has not been read before.
  template <class List>
  int card(List& list, const char* what) {
    const int number = list.number(what, 0, variant_.cards - 1);
    place(number, what);
    return number;
  }

  template <class Reader>
  void read_seat(Reader& in, Seat& seat) {
    auto hand = in.list("hand");
    for (int i = hand.size(); i > 0; --i) seat.hand.set(card(hand, "hand"));
    auto shown = in.list("shown");
    for (int i = shown.size(); i > 0; --i) {
      const int number = shown.number("shown", 0, variant_.cards - 1);
      if (!seat.hand.test(number)) fail("shown: a card that is not in the hand.");
      seat.shown.set(number);
    }
    seat.hidden = small(in.number("hidden", 0, kHand + 2));
    auto pile = in.list("pile");
    for (int i = pile.size(); i > 0; --i) {
      const int number = card(pile, "pile");
      state_.below[number] = seat.pile;
      seat.pile = small(number);
    }
    const int reach = variant_.frame - 2;
    auto planted = in.list("arboretum");
    for (int i = planted.size(); i > 0; --i) {
      auto entry = planted.list("arboretum");
      check_size(entry.size(), 3, "arboretum");
      const int number = card(entry, "arboretum");
      const auto x = static_cast<std::int8_t>(entry.number("x", -reach, reach));
      const auto y = static_cast<std::int8_t>(entry.number("y", -reach, reach));
      widen(seat, {x, y});
      seat.planted.set(number);
      state_.cell[number] = {x, y};
    }
  }

  template <class List>
  void read_deck(List& deck) {
    if (deck.size() > variant_.cards) fail("deck: more cards than there are.");
    state_.deck_left = small(deck.size());
    std::uint8_t above = kNone;
    bool hidden = false;
    for (int i = 0; i < state_.deck_left; ++i) {
      const int number = deck.number("deck", kHiddenCard, variant_.cards - 1);
      if (i != 0 && hidden != (number == kHiddenCard)) fail("deck: partly hidden.");
      hidden = number == kHiddenCard;
      if (hidden) continue;
      place(checked_number(number, 0, variant_.cards - 1, "deck"), "deck");
      (above == kNone ? state_.deck : state_.below[above]) = small(number);
      above = small(number);
    }
    if (hidden) state_.deck = kHidden;
  }

  void place(int card, const char* what);
  void set_picked(int number);
  void check_counts() const;

  const Variant& variant_;
  State state_{};
  Cards placed_;
};

template <class Reader>
State read_fields(const Variant& variant, Reader& in) {
  return StateReader(variant).read(in);
}

}  // namespace gemgrove::arboretum
