// The compiled part of the package splendor_game: positions and moves as dictionaries and tuples.
// A separate module that uses the types of Gemgrove's core, which does not depend on it.
//
// Written with Python's C API: a summary is some thirty dictionaries, and copying a prepared one is
// several times faster than filling a new one.
#include <array>
#include <vector>

#include "bindings/objects.h"
#include "splendor/splendor.h"

namespace gemgrove::splendor_game {
namespace {

namespace nb = nanobind;

using namespace nb::literals;
using namespace splendor;
using bindings::session_of;
using bindings::variant_of;
using bindings::VariantObject;

// The kinds of move, as in splendor_game.ACTIONS.
enum MoveKind : int {
  kReserveCard,
  kBuyFromMarket,
  kBuyFromReserve,
  kGetFromBank,  // three, or as many different ones as the rules allow
  kGetTwoFromBank,
  kReserveFromDeck,
  kReturnToken,
  kChooseNoble,
  kPassTurn,
  kPayToken,
};

constexpr int kMalformed = -1;
constexpr int kMostCounted = 31;  // above every requirement, and the sum of six fits in a byte

nb::object owned(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

nb::object new_list(Gems vector, int kinds) {
  nb::object list = owned(PyList_New(kinds));
  for (int kind = 0; kind < kinds; ++kind) {
    PyList_SET_ITEM(list.ptr(), kind, PyLong_FromLong(count_of(vector, kind)));
  }
  return list;
}

nb::object copy_of(const nb::object& dict) { return owned(PyDict_Copy(dict.ptr())); }

nb::object list_copy(const nb::object& list, int count) {
  return owned(PyList_GetSlice(list.ptr(), 0, count));
}

void set(nb::handle dict, const nb::object& key, const nb::object& value) {
  if (PyDict_SetItem(dict.ptr(), key.ptr(), value.ptr()) != 0) throw nb::python_error();
}

nb::object number(long value) { return owned(PyLong_FromLong(value)); }

nb::object interned(const char* text) { return owned(PyUnicode_InternFromString(text)); }

// A list whose items are made by a function of their index.
template <class Make>
nb::object list_of(int count, Make&& make) {
  nb::object list = owned(PyList_New(count));
  for (int i = 0; i < count; ++i) PyList_SET_ITEM(list.ptr(), i, make(i).release().ptr());
  return list;
}

bool is_sequence(nb::handle object, int length) {
  return (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) &&
         PySequence_Fast_GET_SIZE(object.ptr()) == length;
}

nb::object item(nb::handle sequence, int place) {
  return nb::borrow(PySequence_Fast_GET_ITEM(sequence.ptr(), place));
}

// Reads an integer of any type; returns false if the object is none.
//
// An object that is not an int runs its own code here, which may change its container: callers
// own the object, and check a container's length again before they read on.
bool read(const nb::object& object, long& value) {
  if (!object.is_valid() || PyBool_Check(object.ptr())) return false;
  if (PyLong_Check(object.ptr())) {
    int overflow;
    value = PyLong_AsLongAndOverflow(object.ptr(), &overflow);
    return overflow == 0;
  }
  if (!PyIndex_Check(object.ptr())) return false;
  value = PyNumber_AsSsize_t(object.ptr(), nullptr);
  if (value == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    return false;
  }
  return true;
}

// Reads a list of five or six counts as gems; returns false if it is none.
bool read(nb::handle object, int kinds, Gems& vector) {
  vector = 0;
  for (int kind = 0; kind < kinds; ++kind) {
    if (!is_sequence(object, kinds)) return false;
    long count;
    if (!read(item(object, kind), count)) return false;
    if (count < 0 || count > kMostCounted) return false;
    vector += gems(kind, static_cast<int>(count));
  }
  return true;
}

class Dictionaries {
 public:
  explicit Dictionaries(const VariantObject& variant) : variant_(variant_of<Splendor>(variant)) {
    for (int id = 0; id < variant_->card_count; ++id) {
      const Card& card = variant_->cards[id];
      cards_.push_back(card_template(card, id, true));
      costs_.push_back(new_list(card.cost, kColors));
    }
    for (int id = 0; id < variant_->noble_count; ++id) {
      nb::dict dict;
      dict[req_] = nb::none();
      dict[prestige_points_] = int{variant_->nobles[id].points};
      noble_tiles_.push_back(dict);
      requirements_.push_back(new_list(variant_->nobles[id].requirement, kColors));
    }
    for (const nb::object& key : {tokens_, prestige_points_, reserved_, played_, nobles_}) {
      set(player_, key, nb::none());
    }
    for (int tier = 0; tier < kTiers; ++tier) {
      Card nothing;
      nothing.tier = static_cast<std::uint8_t>(tier);
      no_cards_.push_back(card_template(nothing, 0, false));
    }
    for (int slot = 0; slot < kMarket; ++slot) {
      nb::dict place;
      place[tier_] = slot / kSlots + 1;
      place[slot_] = slot % kSlots;
      places_.push_back(place);
    }
  }

  nb::object summary(nb::handle game) const {
    const State& state = session(game).state();
    const State seen = redact(*variant_, state, state.mover);
    nb::dict summary;
    set(summary, current_player_, number(seen.mover));
    set(summary, bank_, new_list(seen.bank, kTokenKinds));
    set(summary, market_, list_of(kTiers, [&](int tier) {
          return list_of(
              kSlots, [&](int slot) { return card_in(seen.market[tier * kSlots + slot], tier); });
        }));
    nb::list nobles;
    for (int slot = 0; slot < variant_->noble_slots(); ++slot) {
      if (seen.nobles[slot] != kEmpty) nobles.append(noble(seen.nobles[slot]));
    }
    set(summary, nobles_, nobles);
    set(summary, players_,
        list_of(variant_->rules.players, [&](int seat) { return player(seen.seats[seat]); }));
    return summary;
  }

  nb::object legal_moves(nb::handle game) const {
    const Session<Splendor>& played = session(game);
    std::array<std::int16_t, kActions> actions;
    const int count = played.legal_actions(actions.data());
    return list_of(count, [&](int i) { return move(played.state(), actions[i]); });
  }

  // The tuple of an action in the position of `game`, where it need not be legal. None if it refers
  // to a reserved card or a noble that is not there.
  nb::object move_of(nb::handle game, int action) const {
    if (action < 0 || action >= kActions) throw nb::value_error("Actions are 0 to 71.");
    const State& state = session(game).state();
    if (action >= kBuyReserved && action < kToken &&
        !is_card(state.player().reserved[action - kBuyReserved])) {
      return nb::none();
    }
    if (action >= kNoble && action < kPass && state.nobles[action - kNoble] == kEmpty) {
      return nb::none();
    }
    return move(state, action);
  }

  // The action that a move tuple names, or kMalformed. It need not be legal.
  int action_of(nb::handle game, nb::handle move) const {
    const State state = session(game).state();  // a copy: reading `move` may run code that plays
    if (!is_sequence(move, 2)) return kMalformed;
    const nb::object payload = item(move, 1);
    long kind;
    if (!read(item(move, 0), kind)) return kMalformed;
    switch (kind) {
      case kReserveCard:
        return at_place(payload, kReserve);
      case kBuyFromMarket:
        return at_place(payload, kBuy);
      case kBuyFromReserve:
        return at_reserved(payload, state);
      case kGetFromBank:
        return taking(payload, kTakeThree, kTakePair);
      case kGetTwoFromBank:
        return taking(payload, kTakePair, kReserve);
      case kReserveFromDeck:
        return from_deck(payload);
      case kReturnToken:
        return state.phase == Phase::pay ? kMalformed : one_token(payload);
      case kPayToken:
        return state.phase == Phase::pay ? one_token(payload) : kMalformed;
      case kChooseNoble:
        return at_noble(payload, state);
      case kPassTurn:
        return is_dict(payload, 0) ? kPass : kMalformed;
      default:
        return kMalformed;
    }
  }

 private:
  const Session<Splendor>& session(nb::handle game) const {
    const Session<Splendor>& found = session_of<Splendor>(game);
    if (found.variant() != variant_) throw nb::type_error("The game has other rules or cards.");
    return found;
  }

  nb::object card_template(const Card& card, int id, bool valid) const {
    nb::dict dict;
    dict[prestige_points_] = int{card.points};
    dict[bonus_color_] = int{card.color};
    dict[cost_] = nb::none();
    dict[tier_] = card.tier + 1;
    dict[id_] = id;
    dict[valid_] = nb::bool_(valid);
    return dict;
  }

  nb::object card_in(std::uint8_t place, int tier) const {
    const bool known = is_card(place);
    nb::object dict = copy_of(known ? cards_[place] : no_cards_[tier]);
    set(dict, cost_, known ? list_copy(costs_[place], kColors) : new_list(0, kColors));
    return dict;
  }

  nb::object reserved(const Player& player, int index) const {
    const std::uint8_t place = player.reserved[index];
    return card_in(place, is_hidden(place) ? place - kHidden : 0);
  }

  nb::object noble(int id) const {
    nb::object dict = copy_of(noble_tiles_[id]);
    set(dict, req_, list_copy(requirements_[id], kColors));
    return dict;
  }

  nb::object player(const Player& player) const {
    nb::object dict = copy_of(player_);
    set(dict, tokens_, new_list(player.tokens, kTokenKinds));
    set(dict, prestige_points_, number(player.points));
    int in_reserve = 0;
    while (in_reserve < kReserveLimit && player.reserved[in_reserve] != kEmpty) ++in_reserve;
    set(dict, reserved_, list_of(in_reserve, [&](int i) { return reserved(player, i); }));
    nb::object played = owned(PyList_New(player.bought.count()));
    int next = 0;
    player.bought.for_each([&](int id) {
      nb::object card = card_in(static_cast<std::uint8_t>(id), 0);
      PyList_SET_ITEM(played.ptr(), next++, card.release().ptr());
    });
    set(dict, played_, played);
    nb::list visitors;
    for (int id = 0; id < variant_->noble_count; ++id) {
      if (player.nobles >> id & 1) visitors.append(noble(id));
    }
    set(dict, nobles_, visitors);
    return dict;
  }

  static nb::object pair(MoveKind kind, nb::object payload) {
    nb::object tuple = owned(PyTuple_New(2));
    PyTuple_SET_ITEM(tuple.ptr(), 0, PyLong_FromLong(kind));
    PyTuple_SET_ITEM(tuple.ptr(), 1, payload.release().ptr());
    return tuple;
  }

  nb::object move(const State& state, int action) const {
    if (action < kTakePair) return pair(kGetFromBank, new_list(kTaken[action], kColors));
    if (action < kReserve) return pair(kGetTwoFromBank, new_list(kTaken[action], kColors));
    if (action < kReserveDeck) return pair(kReserveCard, copy_of(places_[action - kReserve]));
    if (action < kBuy) {
      nb::dict deck;
      set(deck, tier_, number(action - kReserveDeck + 1));
      return pair(kReserveFromDeck, deck);
    }
    if (action < kBuyReserved) return pair(kBuyFromMarket, copy_of(places_[action - kBuy]));
    if (action < kToken) {
      nb::dict card;
      set(card, index_, number(action - kBuyReserved));
      set(card, card_, reserved(state.player(), action - kBuyReserved));
      return pair(kBuyFromReserve, card);
    }
    if (action < kNoble) {
      return pair(state.phase == Phase::pay ? kPayToken : kReturnToken,
                  new_list(gems(action - kToken), kTokenKinds));
    }
    if (action < kPass) {
      const int slot = action - kNoble;
      nb::dict visitor;
      set(visitor, index_, number(nobles_before(state, slot)));
      set(visitor, noble_, noble(state.nobles[slot]));
      return pair(kChooseNoble, visitor);
    }
    return pair(kPassTurn, nb::dict());
  }

  static int nobles_before(const State& state, int slot) {
    int count = 0;
    for (int i = 0; i < slot; ++i) count += state.nobles[i] != kEmpty;
    return count;
  }

  static bool is_dict(nb::handle object, int size) {
    return PyDict_Check(object.ptr()) && PyDict_GET_SIZE(object.ptr()) == size;
  }

  // The value of a key; an invalid object if there is none.
  static nb::object value(nb::handle dict, const nb::object& key) {
    PyObject* found = PyDict_GetItemWithError(dict.ptr(), key.ptr());
    if (found == nullptr) PyErr_Clear();  // another key refused to be compared
    return nb::borrow(found);
  }

  // A number in a dictionary, or kMalformed; valid numbers are never negative.
  static long entry(nb::handle dict, const nb::object& key) {
    long number;
    return read(value(dict, key), number) ? number : kMalformed;
  }

  int at_place(nb::handle payload, int first) const {
    if (!is_dict(payload, 2)) return kMalformed;
    const long tier = entry(payload, tier_);
    const long slot = entry(payload, slot_);
    if (tier < 1 || tier > kTiers || slot < 0 || slot >= kSlots) return kMalformed;
    return first + static_cast<int>(tier - 1) * kSlots + static_cast<int>(slot);
  }

  int from_deck(nb::handle payload) const {
    if (!is_dict(payload, 1)) return kMalformed;
    const long tier = entry(payload, tier_);
    return tier >= 1 && tier <= kTiers ? kReserveDeck + static_cast<int>(tier) - 1 : kMalformed;
  }

  // The card may be left out; otherwise it must be the one that is there.
  int at_reserved(nb::handle payload, const State& state) const {
    if (!is_dict(payload, 1) && !is_dict(payload, 2)) return kMalformed;
    const bool alone = is_dict(payload, 1);
    const long index = entry(payload, index_);
    if (index < 0 || index >= kReserveLimit) return kMalformed;
    const nb::object card = value(payload, card_);
    const std::uint8_t place = state.player().reserved[index];
    if (!alone && (!card.is_valid() || !PyDict_Check(card.ptr()))) return kMalformed;
    if (!alone && is_card(place) && entry(card, id_) != place) return kMalformed;
    return kBuyReserved + static_cast<int>(index);
  }

  // The noble may be left out, too.
  int at_noble(nb::handle payload, const State& state) const {
    if (!is_dict(payload, 1) && !is_dict(payload, 2)) return kMalformed;
    const bool alone = is_dict(payload, 1);
    const long index = entry(payload, index_);
    int slot = 0;
    while (slot < variant_->noble_slots() &&
           (state.nobles[slot] == kEmpty || nobles_before(state, slot) != index)) {
      ++slot;
    }
    if (slot == variant_->noble_slots()) return kMalformed;
    if (alone) return kNoble + slot;
    const nb::object visitor = value(payload, noble_);
    if (!visitor.is_valid() || !PyDict_Check(visitor.ptr())) return kMalformed;
    const nb::object requirement = value(visitor, req_);
    Gems gems;
    if (!requirement.is_valid() || !read(requirement, kColors, gems)) return kMalformed;
    return gems == variant_->nobles[state.nobles[slot]].requirement ? kNoble + slot : kMalformed;
  }

  static int taking(nb::handle payload, int first, int last) {
    Gems tokens;
    if (!read(payload, kColors, tokens)) return kMalformed;
    for (int action = first; action < last; ++action) {
      if (kTaken[action] == tokens) return action;
    }
    return kMalformed;
  }

  static int one_token(nb::handle payload) {
    Gems token;
    if (!read(payload, kTokenKinds, token) || total(token) != 1) return kMalformed;
    return kToken + std::countr_zero(token) / 8;
  }

  std::shared_ptr<const Variant> variant_;
  // Prepared dictionaries and lists, to be copied.
  std::vector<nb::object> cards_;
  std::vector<nb::object> costs_;
  std::vector<nb::object> no_cards_;  // by tier
  std::vector<nb::object> places_;    // by market slot
  std::vector<nb::object> noble_tiles_;
  std::vector<nb::object> requirements_;
  nb::object player_ = nb::dict();
  nb::object current_player_ = interned("current_player");
  nb::object bank_ = interned("bank");
  nb::object market_ = interned("market");
  nb::object nobles_ = interned("nobles");
  nb::object players_ = interned("players");
  nb::object tokens_ = interned("tokens");
  nb::object prestige_points_ = interned("prestige_points");
  nb::object reserved_ = interned("reserved");
  nb::object played_ = interned("played");
  nb::object bonus_color_ = interned("bonus_color");
  nb::object cost_ = interned("cost");
  nb::object tier_ = interned("tier");
  nb::object id_ = interned("id");
  nb::object valid_ = interned("valid");
  nb::object slot_ = interned("slot");
  nb::object index_ = interned("index");
  nb::object card_ = interned("card");
  nb::object req_ = interned("req");
  nb::object noble_ = interned("noble");
};

}  // namespace

void bind(nb::module_& m) {
  nb::class_<Dictionaries>(m, "Dictionaries",
                           "Positions and moves in the form of the module splendor_game.")
      .def(nb::init<const VariantObject&>(), "variant"_a)
      .def("summary", &Dictionaries::summary, "game"_a,
           nb::sig(
               "def summary(self, game: gemgrove._native._baseline.Game) -> dict[str, typing.Any]"))
      .def("legal_moves", &Dictionaries::legal_moves, "game"_a,
           nb::sig("def legal_moves(self, game: gemgrove._native._baseline.Game) -> "
                   "list[tuple[int, typing.Any]]"))
      .def("move_of", &Dictionaries::move_of, "game"_a, "action"_a,
           nb::sig("def move_of(self, game: gemgrove._native._baseline.Game, action: int) -> "
                   "tuple[int, typing.Any] | None"),
           "Return the tuple of an action; None if it refers to a reserved card or a noble that is "
           "not there.")
      .def("action_of", &Dictionaries::action_of, "game"_a, "move"_a.none(),
           nb::sig("def action_of(self, game: gemgrove._native._baseline.Game, move: typing.Any) "
                   "-> int"),
           "Return the action that a move tuple names; -1 if it names none.");
}

}  // namespace gemgrove::splendor_game

NB_MODULE(GEMGROVE_MODULE, m) {
  m.doc() = "The compiled part of splendor_game.";
  gemgrove::splendor_game::bind(m);
}
