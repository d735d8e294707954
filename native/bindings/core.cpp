// Variant, Position, Game and View: the same classes for every game.
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

#include "bindings/handles.h"

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

int checked_seat(const AnySession& session, std::optional<int> seat) {
  if (!seat) return kNoSeat;
  if (*seat < 0 || *seat >= session.seats()) {
    const std::string message = "There is no seat " + std::to_string(*seat) +
                                "; this game has seats 0 to " +
                                std::to_string(session.seats() - 1) + ".";
    throw nb::value_error(message.c_str());
  }
  return *seat;
}

Deal deal_from(const nb::bytes& keys) {
  Deal deal;
  constexpr std::size_t kBytes = Deal::kParts * Deal::kKeyBytes;
  if (keys.size() != kBytes) throw nb::value_error("A deal has five keys of 32 bytes.");
  std::memcpy(deal.keys.data(), keys.data(), kBytes);
  return deal;
}

// The first words of one part's stream; a seed names its open deal by these.
std::vector<std::uint32_t> deal_words(const nb::bytes& key, std::uint32_t part, int count) {
  if (key.size() != Deal::kKeyBytes) throw nb::value_error("A deal's key has 32 bytes.");
  DealStream stream(static_cast<const std::uint8_t*>(key.data()), part);
  std::vector<std::uint32_t> words;
  for (int i = 0; i < count; ++i) words.push_back(stream.word());
  return words;
}

PositionHandle position(std::unique_ptr<AnySession> session) { return {std::move(session)}; }

// The action that `move` names, if it is legal, else kNotLegal. A number is taken as it is;
// anything else the Python class translates.
constexpr int kNotLegal = -1;

int legal_action(GameHandle& game, nb::handle move) {
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

void play(GameHandle& game, nb::handle move) {
  const int action = legal_action(game, move);
  if (action == kNotLegal) {
    // Raises, with the reason; or plays a text that names several moves.
    nb::find(game).attr("_play_other")(move);
    return;
  }
  game.session->play(action);
}

// An instance of the caller's own class, so that a copy of a Game is a Game.
nb::object copy(GameHandle& game) {
  const nb::object self = nb::find(game);
  nb::object twin = nb::inst_alloc(self.type());
  new (nb::inst_ptr<GameHandle>(twin)) GameHandle{game.session->clone(), game.variant, game.deal};
  nb::inst_mark_ready(twin);
  return twin;
}

// The legal actions of the seat to move with greedy@1's judgement of each.
struct Appraised {
  explicit Appraised(const ViewHandle& view) {
    if (!view.may_decide()) return;
    count = view.session->legal_actions(actions.data());
    view.session->appraisals(actions.data(), count, values.data());
  }

  int count = 0;
  std::array<std::int16_t, kMostActions> actions;
  std::array<std::int64_t, kMostActions> values;
};

nb::object appraisals(const ViewHandle& view) {
  const Appraised appraised(view);
  nb::list pairs;
  for (int i = 0; i < appraised.count; ++i) {
    pairs.append(nb::make_tuple(int{appraised.actions[i]}, appraised.values[i]));
  }
  return pairs;
}

int favorite(const ViewHandle& view) {
  if (!view.may_decide()) throw nb::value_error("This seat has nothing to decide now.");
  const Appraised appraised(view);
  const auto* values = appraised.values.data();
  return appraised.actions[std::max_element(values, values + appraised.count) - values];
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
  nb::class_<VariantHandle>(m, "Variant", "The rules and data of a game, prepared.")
      .def_prop_ro("game", [](const VariantHandle& v) { return v.variant->game(); })
      .def_prop_ro("players", [](const VariantHandle& v) { return v.variant->seats(); })
      .def_prop_ro("action_count", [](const VariantHandle& v) { return v.variant->actions(); })
      .def_prop_ro("observation_size",
                   [](const VariantHandle& v) { return v.variant->observation_length(); })
      .def_prop_ro("state_bytes", [](const VariantHandle& v) { return v.variant->state_bytes(); })
      .def(
          "observation_fields",
          [](const VariantHandle& v) {
            std::vector<std::tuple<std::string, int, int, int, std::string>> rows;
            for (const ObservationField& field : v.variant->fields()) {
              rows.emplace_back(field.name, field.offset, field.size, field.largest, field.meaning);
            }
            return rows;
          },
          "Name, offset, size, largest value and meaning of each stretch of an observation.")
      .def(
          "deal",
          [](const VariantHandle& v, const nb::bytes& keys) {
            return position(v.variant->dealt(deal_from(keys)));
          },
          "keys"_a)
      .def(
          "playouts",
          [](const VariantHandle& v, int games, std::uint64_t seed) {
            nb::gil_scoped_release release;
            return v.variant->playouts(games, seed);
          },
          "games"_a, "seed"_a, "Play random games to their ends and count the decisions.");
}

void bind_game(nb::module_& m) {
  nb::class_<GameHandle> game(m, "Game", nb::is_weak_referenceable());
  game.def(
          "__init__",
          [](GameHandle* self, nb::object variant, const PositionHandle& start, nb::object deal) {
            new (self) GameHandle{start.session->clone(), std::move(variant), std::move(deal)};
          },
          "variant"_a, "start"_a, "deal"_a.none(),
          nb::sig("def __init__(self, variant: typing.Any, start: Position, deal: typing.Any) -> "
                  "None"))
      .def_prop_ro(
          "deal", [](const GameHandle& g) { return g.deal; },
          nb::sig("def deal(self) -> typing.Any"))
      .def(
          "legal_actions", [](const GameHandle& g) { return legal_actions(*g.session); },
          nb::sig("def legal_actions(self) -> list[int]"),
          "The action numbers that are legal now, in rising order.")
      .def(
          "mask",
          [](const GameHandle& g, std::optional<FlagArray> out) {
            return mask_into(*g.session, true, std::move(out));
          },
          "out"_a.noconvert() = nb::none(),
          nb::sig("def mask(self, out: numpy.typing.NDArray[numpy.bool_] | None = None) -> "
                  "numpy.typing.NDArray[numpy.bool_]"),
          "One flag per action, of the seat to move; written into `out` where given.")
      .def(
          "observe",
          [](const GameHandle& g, std::optional<int> seat, std::optional<ByteArray> out) {
            return observation_into(*g.session, checked_seat(*g.session, seat), std::move(out));
          },
          "seat"_a.none(), "out"_a.noconvert() = nb::none(),
          nb::sig("def observe(self, seat: int | None, out: "
                  "numpy.typing.NDArray[numpy.uint8] | None = None) -> "
                  "numpy.typing.NDArray[numpy.uint8]"),
          "What the seat (None: a spectator) sees, as bytes; written into `out` where given.")
      .def("play", &play, "move"_a.none(), nb::sig("def play(self, move: typing.Any) -> None"),
           "Play a Move, its text or its action number.")
      .def(
          "is_legal",
          [](GameHandle& g, nb::handle move) { return legal_action(g, move) != kNotLegal; },
          "move"_a.none(), nb::sig("def is_legal(self, move: typing.Any) -> bool"),
          "Whether a Move, its text or its action number is legal now.")
      .def(
          "perft",
          [](const GameHandle& g, int depth) {
            if (depth < 0) throw nb::value_error("The depth is 0 or more.");
            const std::unique_ptr<AnySession> session = g.session->clone();
            nb::gil_scoped_release release;
            return session->count_sequences(depth);
          },
          "depth"_a, "How many sequences of that many decisions there are; for checks.")
      .def("_skip", [](GameHandle& g) { return g.session->skip_turn(); })
      .def("_undo", [](GameHandle& g) { return g.session->take_back(); })
      .def("copy", &copy, nb::sig("def copy(self) -> typing.Self"),
           "A game of its own in the same position, with the same history. Attributes that a "
           "subclass "
           "has added are not copied.")
      .def_prop_ro(
          "actions",
          [](const GameHandle& g) {
            std::vector<std::int16_t> actions;
            for (const Played& played : g.session->history()) actions.push_back(played.action);
            return list_of(actions.data(), static_cast<int>(actions.size()));
          },
          nb::sig("def actions(self) -> list[int]"),
          "The action numbers played so far; -1 for a turn skipped by hand.")
      .def_prop_ro("_played", [](const GameHandle& g) { return g.session->history().size(); })
      .def("_start", [](const GameHandle& g) { return position(g.session->beginning()); })
      .def(
          "_seen_by",
          [](const GameHandle& g, std::optional<int> seat) {
            return position(g.session->seen_by(checked_seat(*g.session, seat)));
          },
          "seat"_a.none())
      .def(
          "_sees_more",
          [](const GameHandle& g, int seat) {
            const int checked = checked_seat(*g.session, seat);
            const std::unique_ptr<AnySession> all = g.session->seen_by(kNoSeat);
            return !g.session->seen_by(checked)->same_position(*all);
          },
          "seat"_a, "Whether the seat sees anything that a spectator does not.")
      .def("_same_position",
           [](const GameHandle& a, const GameHandle& b) {
             return a.session->same_position(*b.session);
           })
      .def("_position_hash", [](const GameHandle& g) { return g.session->hash(); });
  bind_shared(game);
}

void bind_view(nb::module_& m) {
  nb::class_<ViewHandle> view(m, "View", nb::is_weak_referenceable());
  view.def(
          "__init__",
          [](ViewHandle* self, nb::object variant, const PositionHandle& seen,
             std::optional<int> seat, std::vector<std::int16_t> history) {
            const int checked = checked_seat(*seen.session, seat);
            // Redacting once more costs little, and whatever it is given, a view holds no more
            // than its seat may know.
            new (self) ViewHandle{seen.session->seen_by(checked),
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
          [](const ViewHandle& v) {
            return v.seat == kNoSeat ? std::optional<int>() : std::optional<int>(v.seat);
          },
          "Whose view this is; None for a spectator's.")
      .def(
          "legal_actions",
          [](const ViewHandle& v) -> nb::object {
            if (!v.may_decide()) return nb::list();
            return legal_actions(*v.session);
          },
          nb::sig("def legal_actions(self) -> list[int]"),
          "The action numbers this seat may play now; empty when it is not to move.")
      .def(
          "mask",
          [](const ViewHandle& v, std::optional<FlagArray> out) {
            return mask_into(*v.session, v.may_decide(), std::move(out));
          },
          "out"_a.noconvert() = nb::none(),
          nb::sig("def mask(self, out: numpy.typing.NDArray[numpy.bool_] | None = None) -> "
                  "numpy.typing.NDArray[numpy.bool_]"),
          "One flag per action; none is set when this seat is not to move.")
      .def(
          "observe",
          [](ViewHandle& v, bool copy) {
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
          "The view as a vector of bytes. copy=False: a read-only array over the view's own "
          "memory.")
      .def_prop_ro(
          "actions",
          [](const ViewHandle& v) {
            return list_of(v.history.data(), static_cast<int>(v.history.size()));
          },
          nb::sig("def actions(self) -> list[int]"), "The action numbers played so far.")
      .def(
          "_sample",
          [](const ViewHandle& v, std::uint64_t seed) {
            return position(v.session->sampled(seed));
          },
          "seed"_a)
      .def("appraisals", &appraisals, nb::sig("def appraisals(self) -> list[tuple[int, int]]"),
           "Each legal action with greedy@1's judgement of it; higher is better.")
      .def("favorite", &favorite, "The legal action that greedy@1 plays.")
      .def("_same_position",
           [](const ViewHandle& a, const ViewHandle& b) {
             return a.session->same_position(*b.session);
           })
      .def("_position_hash", [](const ViewHandle& v) { return v.session->hash(); });
  bind_shared(view);
}

}  // namespace

void bind_core(nb::module_& m) {
  nb::class_<PositionHandle>(m, "Position",
                             "A position of any game, to begin a Game or View from.");
  m.def("deal_words", &deal_words, "key"_a, "part"_a, "count"_a,
        "The first words of the ChaCha20 stream of one part of a deal.");
  bind_variant(m);
  bind_game(m);
  bind_view(m);
}

}  // namespace gemgrove::bindings
