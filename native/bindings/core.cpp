// The classes Variant, Position, Game and View, the same for every game.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>

#include "bindings/objects.h"

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;

using ByteArray = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using FlagArray = nb::ndarray<nb::numpy, bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr int kMostActions = 1024;

nb::object list_of(const std::int16_t* numbers, int count) {
  PyObject* list = PyList_New(count);
  if (list == nullptr) throw nb::python_error();
  for (int i = 0; i < count; ++i) PyList_SET_ITEM(list, i, PyLong_FromLong(numbers[i]));
  return nb::steal(list);
}

nb::object legal_actions(const AnySession& session) {
  std::array<std::int16_t, kMostActions> actions;
  return list_of(actions.data(), session.legal_actions(actions.data()));
}

template <class Array>
Array owned_array(std::size_t size) {
  using Item = typename Array::Scalar;
  auto* items = new Item[size]();
  nb::capsule owner(items, [](void* p) noexcept { delete[] static_cast<Item*>(p); });
  return Array(items, {size}, owner);
}

void write_mask(const AnySession& session, bool* out) {
  std::array<std::int16_t, kMostActions> actions;
  const int count = session.legal_actions(actions.data());
  std::fill_n(out, session.actions(), false);
  for (int i = 0; i < count; ++i) out[actions[i]] = true;
}

FlagArray mask_into(const AnySession& session, bool decides, std::optional<FlagArray> out) {
  const auto size = static_cast<std::size_t>(session.actions());
  FlagArray array = out ? *out : owned_array<FlagArray>(size);
  if (array.shape(0) != size) {
    const std::string message = "out has " + std::to_string(array.shape(0)) +
                                " entries; a mask of this game has " + std::to_string(size) + ".";
    throw nb::value_error(message.c_str());
  }
  if (decides) {
    write_mask(session, array.data());
  } else {
    std::fill_n(array.data(), size, false);
  }
  return array;
}

ByteArray observation_into(const AnySession& session, int seat, std::optional<ByteArray> out) {
  const auto size = static_cast<std::size_t>(session.observation_length());
  ByteArray array = out ? *out : owned_array<ByteArray>(size);
  if (array.shape(0) != size) {
    const std::string message = "out has " + std::to_string(array.shape(0)) +
                                " entries; an observation of this game has " +
                                std::to_string(size) + ".";
    throw nb::value_error(message.c_str());
  }
  session.write_observation(seat, array.data());
  return array;
}

std::vector<int> scores(const AnySession& session) {
  std::array<int, kMaxPlayers> points{};
  session.write_scores(points.data());
  return {points.begin(), points.begin() + session.seats()};
}

std::vector<int> winners(const AnySession& session) {
  std::vector<int> seats;
  for (int seat = 0; seat < session.seats(); ++seat) {
    if (session.winning_seats() >> seat & 1) seats.push_back(seat);
  }
  return seats;
}

std::vector<int> places(const AnySession& session) {
  if (!session.is_over()) return {};
  std::array<int, kMaxPlayers> places{};
  session.write_places(places.data());
  return {places.begin(), places.begin() + session.seats()};
}

const char* ending(const AnySession& session) {
  switch (session.how_it_ended()) {
    case Ending::finished:
      return "finished";
    case Ending::dead_end:
      return "dead end";
    case Ending::turn_limit:
      return "turn limit";
    case Ending::none:
      break;
  }
  return nullptr;
}

// Formats a value for an error message.
std::string shown(nb::handle value) {
  return nb::cast<std::string>(nb::module_::import_("gemgrove.variant").attr("shown")(value));
}

// Reads an integer, including numpy's but not True or False; huge ones become the nearest long.
long whole(nb::handle value, const char* name, const char* right) {
  if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr())) {
    const std::string message =
        std::string(name) + " is " + shown(value) + "; it must be " + right + ".";
    throw nb::type_error(message.c_str());
  }
  const Py_ssize_t number = PyNumber_AsSsize_t(value.ptr(), nullptr);
  if (number == -1 && PyErr_Occurred()) throw nb::python_error();
  return static_cast<long>(number);
}

int checked_seat(const AnySession& session, nb::handle seat) {
  if (seat.is_none()) return kNoSeat;
  const long number = whole(seat, "seat", "a seat's number or None");
  if (number < 0 || number >= session.seats()) {
    const std::string message = "There is no seat " + shown(seat) + "; this game has seats 0 to " +
                                std::to_string(session.seats() - 1) + ".";
    throw nb::value_error(message.c_str());
  }
  return static_cast<int>(number);
}

// The position as a hashable value.
nb::bytes state_of(const AnySession& session) {
  const std::string_view bytes = session.bytes();
  return nb::bytes(bytes.data(), bytes.size());
}

Deal deal_from(const nb::bytes& keys) {
  Deal deal;
  constexpr std::size_t kBytes = Deal::kParts * Deal::kKeyBytes;
  if (keys.size() != kBytes) throw nb::value_error("A deal has five keys of 32 bytes.");
  std::memcpy(deal.keys.data(), keys.data(), kBytes);
  return deal;
}

// The first words of one part's stream; they determine the open deal of a seed.
std::vector<std::uint32_t> deal_words(const nb::bytes& key, std::uint32_t part, int count) {
  if (key.size() != Deal::kKeyBytes) throw nb::value_error("A deal's key has 32 bytes.");
  DealStream stream(static_cast<const std::uint8_t*>(key.data()), part);
  std::vector<std::uint32_t> words;
  for (int i = 0; i < count; ++i) words.push_back(stream.word());
  return words;
}

PositionObject position(std::unique_ptr<AnySession> session) { return {std::move(session)}; }

constexpr int kNotLegal = -1;

// Returns the action that `move` names, or kNotLegal. A number is taken as it is; the Python class
// translates anything else.
int legal_action(GameObject& game, nb::handle move) {
  long action;
  if (PyLong_CheckExact(move.ptr())) {
    action = PyLong_AsLong(move.ptr());
    if (action == -1 && PyErr_Occurred()) PyErr_Clear();
  } else {
    action = nb::cast<long>(nb::find(game).attr("_action")(move));
  }
  if (action < 0 || action >= game.session->actions()) return kNotLegal;
  return game.session->is_legal(static_cast<int>(action)) ? static_cast<int>(action) : kNotLegal;
}

void play(GameObject& game, nb::handle move) {
  const int action = legal_action(game, move);
  if (action == kNotLegal) {
    // Raises an error with the reason, or plays a text that names several moves.
    nb::find(game).attr("_play_other")(move);
    return;
  }
  game.session->play(action);
}

// Game.play, written with Python's C API: nanobind's methods do not tell `inspect.signature` their
// parameters, and a method written in Python would take twice as long.
PyObject* play_method(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                      PyObject* names) {
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
  if (count + named != 1 ||
      (named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "move") != 0)) {
    PyErr_SetString(PyExc_TypeError, "play() takes one argument, the move.");
    return nullptr;
  }
  if (!nb::inst_ready(self)) {
    PyErr_SetString(PyExc_TypeError, "The game was not initialized.");
    return nullptr;
  }
  try {
    play(*nb::inst_ptr<GameObject>(self), arguments[0]);
  } catch (nb::python_error& error) {
    error.restore();
    return nullptr;
  }
  Py_RETURN_NONE;
}

PyMethodDef game_methods[] = {
    {"play", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(play_method)),
     METH_FASTCALL | METH_KEYWORDS,
     "play($self, move)\n--\n\n"
     "Play a Move, its text or its action number. A skip from a history is played, too."},
    {},
};
PyType_Slot game_slots[] = {{Py_tp_methods, game_methods}, {}};

// Creates an instance of the caller's class, so that a copy of a Game is a Game.
nb::object copy(GameObject& game) {
  const nb::object self = nb::find(game);
  nb::object twin = nb::inst_alloc(self.type());
  new (nb::inst_ptr<GameObject>(twin)) GameObject{game.session->clone(), game.variant, game.deal};
  nb::inst_mark_ready(twin);
  return twin;
}

// The legal actions of the seat to move with their heuristic scores.
struct ScoredActions {
  explicit ScoredActions(const ViewObject& view) {
    if (!view.may_decide()) return;
    count = view.session->legal_actions(actions.data());
    view.session->action_scores(actions.data(), count, values.data());
  }

  int count = 0;
  std::array<std::int16_t, kMostActions> actions;
  std::array<std::int64_t, kMostActions> values;
};

nb::object action_scores(const ViewObject& view) {
  const ScoredActions scored(view);
  nb::list pairs;
  for (int i = 0; i < scored.count; ++i) {
    pairs.append(nb::make_tuple(int{scored.actions[i]}, scored.values[i]));
  }
  return pairs;
}

int greedy_action(const ViewObject& view) {
  if (!view.may_decide()) throw nb::value_error("This seat has nothing to decide now.");
  const ScoredActions scored(view);
  const auto* values = scored.values.data();
  return scored.actions[std::max_element(values, values + scored.count) - values];
}

template <class Handle>
void bind_shared(nb::class_<Handle>& type) {
  type.def_prop_ro("to_move", [](const Handle& h) { return h.session->seat_to_move(); })
      .def_prop_ro("over", [](const Handle& h) { return h.session->is_over(); })
      .def_prop_ro("players", [](const Handle& h) { return h.session->seats(); })
      .def_prop_ro(
          "scores", [](const Handle& h) { return scores(*h.session); }, "Points by seat.")
      .def_prop_ro(
          "winners", [](const Handle& h) { return winners(*h.session); },
          "The winning seats; empty until the game is over.")
      .def_prop_ro(
          "places", [](const Handle& h) { return places(*h.session); },
          "The place of each seat, 1 for the winners; empty until the game is over.")
      .def_prop_ro(
          "ending", [](const Handle& h) { return ending(*h.session); },
          nb::sig("def ending(self) -> str | None"),
          "'finished', 'dead end' or 'turn limit'; None until the game is over.")
      .def_prop_ro(
          "variant", [](const Handle& h) { return h.variant; },
          nb::sig("def variant(self) -> typing.Any"));
}

void bind_variant(nb::module_& m) {
  nb::class_<VariantObject>(m, "Variant", "The rules and data of a game, prepared.")
      .def_prop_ro("game", [](const VariantObject& v) { return v.variant->game(); })
      .def_prop_ro("players", [](const VariantObject& v) { return v.variant->seats(); })
      .def_prop_ro("action_count", [](const VariantObject& v) { return v.variant->actions(); })
      .def_prop_ro("observation_size",
                   [](const VariantObject& v) { return v.variant->observation_length(); })
      .def_prop_ro("state_bytes", [](const VariantObject& v) { return v.variant->state_bytes(); })
      .def(
          "observation_fields", [](const VariantObject& v) { return rows_of(v.variant->fields()); },
          "Name, offset, size, largest value and meaning of each field of an observation.")
      .def(
          "deal",
          [](const VariantObject& v, const nb::bytes& keys) {
            return position(v.variant->dealt(deal_from(keys)));
          },
          "keys"_a)
      .def(
          "playouts",
          [](const VariantObject& v, int games, std::uint64_t seed) {
            nb::gil_scoped_release release;
            return v.variant->playouts(games, seed);
          },
          "games"_a, "seed"_a, "Play random games to their ends and count the decisions.");
}

void bind_game(nb::module_& m) {
  nb::class_<GameObject> game(m, "Game", nb::is_weak_referenceable(), nb::type_slots(game_slots));
  game.def(
          "__init__",
          [](GameObject* self, nb::object variant, const PositionObject& start, nb::object deal) {
            new (self) GameObject{start.session->clone(), std::move(variant), std::move(deal)};
          },
          "variant"_a, "start"_a, "deal"_a.none(),
          nb::sig("def __init__(self, variant: typing.Any, start: Position, deal: typing.Any) -> "
                  "None"))
      .def_prop_ro(
          "deal", [](const GameObject& g) { return g.deal; },
          nb::sig("def deal(self) -> typing.Any"))
      .def(
          "legal_actions", [](const GameObject& g) { return legal_actions(*g.session); },
          nb::sig("def legal_actions(self) -> list[int]"),
          "Return the action numbers that are legal now, in ascending order.")
      .def(
          "mask",
          [](const GameObject& g, std::optional<FlagArray> out) {
            return mask_into(*g.session, true, std::move(out));
          },
          "out"_a.noconvert() = nb::none(),
          nb::sig("def mask(self, out: numpy.typing.NDArray[numpy.bool_] | None = None) -> "
                  "numpy.typing.NDArray[numpy.bool_]"),
          "Return one flag per action for the seat to move, in `out` if given.")
      .def(
          "observe",
          [](const GameObject& g, nb::handle seat, std::optional<ByteArray> out) {
            return observation_into(*g.session, checked_seat(*g.session, seat), std::move(out));
          },
          "seat"_a.none(), "out"_a.noconvert() = nb::none(),
          nb::sig("def observe(self, seat: int | None, out: "
                  "numpy.typing.NDArray[numpy.uint8] | None = None) -> "
                  "numpy.typing.NDArray[numpy.uint8]"),
          "Return the observation of a seat (None: a spectator) as bytes, in `out` if given.")
      .def(
          "is_legal",
          [](GameObject& g, nb::handle move) { return legal_action(g, move) != kNotLegal; },
          "move"_a.none(), nb::sig("def is_legal(self, move: typing.Any) -> bool"),
          "Return True if a Move, its text or its action number is legal now.")
      .def(
          "perft",
          [](const GameObject& g, nb::handle depth) {
            const long checked = whole(depth, "depth", "a whole number");
            if (checked < 0) throw nb::value_error("The depth is 0 or more.");
            const std::unique_ptr<AnySession> session = g.session->clone();
            nb::gil_scoped_release release;
            return session->count_sequences(static_cast<int>(checked));
          },
          "depth"_a, nb::sig("def perft(self, depth: int) -> int"),
          "Count the sequences of `depth` decisions, to check the rules.")
      .def("_skip", [](GameObject& g) { return g.session->skip_turn(); })
      .def("_undo", [](GameObject& g) { return g.session->take_back(); })
      .def("copy", &copy, nb::sig("def copy(self) -> typing.Self"),
           "Return an independent game in the same position, with the same history. Attributes "
           "added by a subclass are not copied.")
      .def_prop_ro(
          "actions",
          [](const GameObject& g) {
            std::vector<std::int16_t> actions;
            for (const HistoryEntry& entry : g.session->history()) actions.push_back(entry.action);
            return list_of(actions.data(), static_cast<int>(actions.size()));
          },
          nb::sig("def actions(self) -> list[int]"),
          "The action numbers played so far; -1 for a turn skipped by hand.")
      .def_prop_ro("_played", [](const GameObject& g) { return g.session->history().size(); })
      .def("_start", [](const GameObject& g) { return position(g.session->beginning()); })
      .def(
          "_seen_by",
          [](const GameObject& g, nb::handle seat) {
            return position(g.session->seen_by(checked_seat(*g.session, seat)));
          },
          "seat"_a.none(), nb::sig("def _seen_by(self, seat: int | None) -> Position"))
      .def(
          "_sees_more",
          [](const GameObject& g, nb::handle seat) {
            const int checked = checked_seat(*g.session, seat);
            const std::unique_ptr<AnySession> all = g.session->seen_by(kNoSeat);
            return !g.session->seen_by(checked)->same_position(*all);
          },
          "seat"_a, nb::sig("def _sees_more(self, seat: int) -> bool"),
          "Return True if the seat sees anything that a spectator does not.")
      .def("_same_position",
           [](const GameObject& a, const GameObject& b) {
             return a.session->same_position(*b.session);
           })
      .def("_state", [](const GameObject& g) { return state_of(*g.session); });
  bind_shared(game);
}

void bind_view(nb::module_& m) {
  nb::class_<ViewObject> view(m, "View", nb::is_weak_referenceable());
  view.def(
          "__init__",
          [](ViewObject* self, nb::object variant, const PositionObject& seen, nb::handle seat,
             std::vector<std::int16_t> history) {
            const int checked = checked_seat(*seen.session, seat);
            // Redacting once more costs little and guarantees that a view holds no more than its
            // seat may know.
            new (self) ViewObject{seen.session->seen_by(checked),
                                  checked,
                                  std::move(variant),
                                  std::move(history),
                                  {}};
          },
          "variant"_a, "seen"_a, "seat"_a.none(), "actions"_a,
          nb::sig("def __init__(self, variant: typing.Any, seen: Position, seat: int | None, "
                  "actions: list[int]) -> None"))
      .def_prop_ro(
          "seat",
          [](const ViewObject& v) {
            return v.seat == kNoSeat ? std::optional<int>() : std::optional<int>(v.seat);
          },
          "The seat whose view this is; None for a spectator's.")
      .def(
          "legal_actions",
          [](const ViewObject& v) -> nb::object {
            if (!v.may_decide()) return nb::list();
            return legal_actions(*v.session);
          },
          nb::sig("def legal_actions(self) -> list[int]"),
          "Return the action numbers this seat may play now; empty if it is not to move.")
      .def(
          "mask",
          [](const ViewObject& v, std::optional<FlagArray> out) {
            return mask_into(*v.session, v.may_decide(), std::move(out));
          },
          "out"_a.noconvert() = nb::none(),
          nb::sig("def mask(self, out: numpy.typing.NDArray[numpy.bool_] | None = None) -> "
                  "numpy.typing.NDArray[numpy.bool_]"),
          "Return one flag per action; none is set if this seat is not to move.")
      .def(
          "observe",
          [](ViewObject& v, bool copy) {
            if (copy) return nb::cast(observation_into(*v.session, v.seat, std::nullopt));
            if (v.observation.empty()) {
              v.observation.resize(static_cast<std::size_t>(v.session->observation_length()));
              v.session->write_observation(v.seat, v.observation.data());
            }
            return nb::cast(nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(
                v.observation.data(), {v.observation.size()}, nb::find(v)));
          },
          nb::kw_only(), "copy"_a = true,
          nb::sig("def observe(self, *, copy: bool = True) -> numpy.typing.NDArray[numpy.uint8]"),
          "Return the view as a vector of bytes. copy=False: a read-only array over the view's own "
          "memory.")
      .def_prop_ro(
          "actions",
          [](const ViewObject& v) {
            return list_of(v.history.data(), static_cast<int>(v.history.size()));
          },
          nb::sig("def actions(self) -> list[int]"), "The action numbers played so far.")
      .def(
          "_sample",
          [](const ViewObject& v, std::uint64_t seed) {
            return position(v.session->sampled(seed));
          },
          "seed"_a)
      .def("action_scores", &action_scores,
           nb::sig("def action_scores(self) -> list[tuple[int, int]]"),
           "Return each legal action with its heuristic score; greedy@1 plays the highest.")
      .def("greedy_action", &greedy_action, "Return the legal action that greedy@1 plays.")
      .def("_same_position",
           [](const ViewObject& a, const ViewObject& b) {
             return a.session->same_position(*b.session);
           })
      .def("_state", [](const ViewObject& v) { return state_of(*v.session); });
  bind_shared(view);
}

}  // namespace

void bind_core(nb::module_& m) {
  m.attr("MAX_PLAYERS") = kMaxPlayers;
  m.attr("DEAL_PARTS") = Deal::kParts;
  m.attr("DEAL_KEY_BYTES") = Deal::kKeyBytes;
  m.attr("SKIP") = int{HistoryEntry::kSkip};
  nb::class_<PositionObject>(m, "Position",
                             "A position of any game, from which a Game or View can begin.");
  m.def("deal_words", &deal_words, "key"_a, "part"_a, "count"_a,
        "Return the first words of the ChaCha20 stream of one part of a deal.");
  bind_variant(m);
  bind_game(m);
  bind_view(m);
}

}  // namespace gemgrove::bindings
