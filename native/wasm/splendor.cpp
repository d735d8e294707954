// The rules of Splendor from a record.
#include "splendor/splendor.h"

#include "splendor/fields.h"
#include "wasm/game.h"

namespace gemgrove::wasm {
namespace {

using namespace splendor;

constexpr EnumNames<Rules::OverLimit, 3> kOverLimit = {
    {{Rules::OverLimit::give_back, "return"},
     {Rules::OverLimit::give_back_drawn, "return_drawn"},
     {Rules::OverLimit::forbid, "forbid"}}};
constexpr EnumNames<Rules::Nobles, 3> kNobleRules = {{{Rules::Nobles::choose, "choose"},
                                                      {Rules::Nobles::first, "first"},
                                                      {Rules::Nobles::all, "all"}}};
constexpr EnumNames<Rules::TakeFewer, 3> kTakeFewer = {{{Rules::TakeFewer::forced, "forced"},
                                                        {Rules::TakeFewer::free, "free"},
                                                        {Rules::TakeFewer::never, "never"}}};
constexpr EnumNames<Rules::Payment, 2> kPayment = {
    {{Rules::Payment::automatic, "auto"}, {Rules::Payment::choose, "choose"}}};

constexpr int kMostPoints = 100;
constexpr int kMostTurns = 10'000;
constexpr int kMostCost = 20;

Rules read_rules(RecordReader& in) {
  Rules rules;
  rules.players = in.number("players", 2, kMaxPlayers);
  rules.deck_reserve = in.number("deck_reserve", 0, 1) != 0;
  rules.over_limit = in.choice("over_limit", kOverLimit);
  rules.return_gold = in.number("return_gold", 0, 1) != 0;
  rules.nobles = in.choice("nobles", kNobleRules);
  rules.take_fewer = in.choice("take_fewer", kTakeFewer);
  rules.payment = in.choice("payment", kPayment);
  rules.target_points = in.number("target_points", 1, kMostPoints);
  rules.first_player = in.number("first_player", kRandomSeat, rules.players - 1);
  rules.turn_limit = in.number("turn_limit", 1, kMostTurns);
  if (rules.over_limit == Rules::OverLimit::give_back_drawn && !rules.return_gold) {
    fail("over_limit is 'return_drawn', so return_gold must be true.");
  }
  return rules;
}

template <class List>
Gems read_gems(List& list, const char* what) {
  Gems vector = 0;
  for (int color = 0; color < kColors; ++color) {
    vector += gems(color, list.number(what, 0, kMostCost));
  }
  return vector;
}

std::vector<Card> read_cards(RecordReader& in) {
  auto list = in.list("cards");
  if (list.size() > kMaxCards) fail("More cards than a state has room for.");
  std::vector<Card> cards;
  for (int i = list.size(); i > 0; --i) {
    Card card;
    card.tier = static_cast<std::uint8_t>(list.number("tier", 0, kTiers - 1));
    card.color = static_cast<std::uint8_t>(list.number("color", 0, kColors - 1));
    card.points = static_cast<std::uint8_t>(list.number("points", 0, kMostPoints));
    card.cost = read_gems(list, "cost");
    cards.push_back(card);
  }
  return cards;
}

std::vector<Noble> read_nobles(RecordReader& in, const Rules& rules) {
  auto list = in.list("nobles");
  if (list.size() > kMaxNobles) fail("More nobles than a state has room for.");
  if (list.size() < rules.players + 1) fail("Too few nobles for so many players.");
  std::vector<Noble> nobles;
  for (int i = list.size(); i > 0; --i) {
    Noble noble;
    noble.points = static_cast<std::uint8_t>(list.number("points", 0, kMostPoints));
    noble.requirement = read_gems(list, "requirement");
    nobles.push_back(noble);
  }
  return nobles;
}

}  // namespace

std::unique_ptr<AnyRules> splendor_rules(RecordReader& in) {
  const Rules rules = read_rules(in);
  const std::vector<Card> cards = read_cards(in);
  const std::vector<Noble> nobles = read_nobles(in, rules);
  in.check_end();
  std::array<int, kTiers> sizes{};
  for (const Card& card : cards) ++sizes[card.tier];
  if (*std::min_element(sizes.begin(), sizes.end()) < kSlots) fail("A tier has too few cards.");
  return std::make_unique<RulesOf<Splendor>>(
      std::make_shared<const Variant>(rules, cards.data(), static_cast<int>(cards.size()),
                                      nobles.data(), static_cast<int>(nobles.size())));
}

}  // namespace gemgrove::wasm
