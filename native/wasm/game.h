// Games of any kind behind one virtual interface, for the exported functions.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/session.h"
#include "search/search.h"
#include "wasm/record.h"

namespace gemgrove::wasm {

class AnySearch {
 public:
  virtual ~AnySearch() = default;
  // The position of the seat to move, as it sees it. Returns how many iterations are kept.
  virtual std::int64_t set_position(const AnySession& seen) = 0;
  virtual void begin(std::int64_t iterations, Clock::time_point end) = 0;
  // Returns true if the budget is used up.
  virtual bool run(Clock::time_point deadline, int only) = 0;
  virtual bool is_legal(int action) const = 0;
  virtual std::int64_t iterations() const = 0;
  virtual SearchResult result() const = 0;
};

template <Game G>
class SearchOf final : public AnySearch {
 public:
  SearchOf(const SearchOptions& options, std::shared_ptr<const network::Network> network)
      : search_(options, std::move(network)) {}

  std::int64_t set_position(const AnySession& seen) override {
    return search_.set_position(static_cast<const Session<G>&>(seen));
  }
  void begin(std::int64_t iterations, Clock::time_point end) override {
    search_.set_budget(iterations, end);
  }
  bool run(Clock::time_point deadline, int only) override {
    search_.run(deadline, only);
    return search_.done();
  }
  bool is_legal(int action) const override { return search_.is_legal(action); }
  std::int64_t iterations() const override { return search_.iterations(); }
  SearchResult result() const override { return search_.result(); }

 private:
  Search<G> search_;
};

// A game with its rules: creates everything else.
class AnyRules {
 public:
  virtual ~AnyRules() = default;
  virtual const AnyVariant& variant() const = 0;
  virtual std::unique_ptr<AnySession> from_record(const int* record, int size) const = 0;
  virtual void write_record(const AnySession& session, std::vector<int>& record) const = 0;
  // For a session that seen_by made for a seat.
  virtual void write_evaluation(const AnySession& seen, int seat, float* chances) const = 0;
  virtual std::unique_ptr<AnySearch> new_search(
      const SearchOptions& options, std::shared_ptr<const network::Network> network) const = 0;
  // The details of a seat's score, in games that have more to say than the points.
  virtual void write_score_details(const AnySession& session, int seat,
                                   std::vector<int>& record) const = 0;
  // The version of the network inputs; -1 if the game has none.
  virtual int network_inputs_version() const = 0;
};

template <Game G>
class RulesOf final : public AnyRules {
 public:
  using Variant = typename G::Variant;

  explicit RulesOf(std::shared_ptr<const Variant> variant) : variant_(std::move(variant)) {}

  const AnyVariant& variant() const override { return variant_; }

  std::unique_ptr<AnySession> from_record(const int* record, int size) const override {
    RecordReader reader(record, size);
    const typename G::State state = read_fields(*variant_.variant(), reader);
    reader.check_end();
    return std::make_unique<Session<G>>(variant_.variant(), state);
  }

  void write_record(const AnySession& session, std::vector<int>& record) const override {
    RecordWriter writer(record);
    write_fields(*variant_.variant(), static_cast<const Session<G>&>(session).state(), writer);
  }

  void write_evaluation(const AnySession& seen, int seat, float* chances) const override {
    evaluate(*variant_.variant(), static_cast<const Session<G>&>(seen).state(), seat, chances);
  }

  std::unique_ptr<AnySearch> new_search(
      const SearchOptions& options,
      std::shared_ptr<const network::Network> network) const override {
    return std::make_unique<SearchOf<G>>(options, std::move(network));
  }

  void write_score_details(const AnySession& session, int seat,
                           std::vector<int>& record) const override {
    const typename G::State& state = static_cast<const Session<G>&>(session).state();
    RecordWriter writer(record);
    if constexpr (requires { score_details(*variant_.variant(), state, seat, writer); }) {
      score_details(*variant_.variant(), state, seat, writer);
    }
  }

  int network_inputs_version() const override {
    if constexpr (HasNetworkInputs<G>) return G::kNetworkInputsVersion;
    return -1;
  }

 private:
  VariantOf<G> variant_;
};

// Reads the options of a game's rules, and its data, in the order of
// web/engine/src/<game>/rules.ts.
std::unique_ptr<AnyRules> splendor_rules(RecordReader& in);
std::unique_ptr<AnyRules> arboretum_rules(RecordReader& in);

}  // namespace gemgrove::wasm
