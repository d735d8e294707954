#include "arboretum/scoring_rights.h"

namespace gemgrove::arboretum {
namespace {

constexpr int kAll = 65536;
constexpr unsigned kOne = 1;
constexpr unsigned kEight = 1U << (kRanks - 1);

// kSumOf[ranks]: the sum of all ranks except the 8.
constexpr std::array<std::uint8_t, 256> kSumOf = [] {
  std::array<std::uint8_t, 256> sums{};
  for (int ranks = 0; ranks < 256; ++ranks) {
    for (int rank = 1; rank < kRanks; ++rank) {
      if (ranks >> (rank - 1) & 1) sums[ranks] = static_cast<std::uint8_t>(sums[ranks] + rank);
    }
  }
  return sums;
}();

}  // namespace

ScoringRights::Sums ScoringRights::sums_of(unsigned known, unsigned unseen, int chance, int eight) {
  Sums sums{};
  int most = kSumOf[known] + ((known & kEight) ? eight : 0);
  sums[known & kOne][most] = kAll;
  for (int rank = kRanks; rank >= 1; --rank) {
    if ((unseen >> (rank - 1) & 1) == 0) continue;
    const int counts = rank == kRanks ? eight : rank;
    if (counts == 0) continue;
    for (int sum = most; sum >= 0; --sum) {
      const int moved = sums[0][sum] * chance / kSure;
      sums[0][sum] -= moved;
      sums[rank == 1][sum + counts] += moved;
      if (rank == 1 || (known & kOne) == 0) continue;
      const int also = sums[1][sum] * chance / kSure;
      sums[1][sum] -= also;
      sums[1][sum + counts] += also;
    }
    most += counts;
  }
  for (auto& each : sums) {
    for (int sum = 1; sum <= kMostSum; ++sum) each[sum] += each[sum - 1];
  }
  return sums;
}

void ScoringRights::add_opponent(unsigned known, unsigned unseen, int chance) {
  opponents_[count_++] = {sums_of(known, unseen, chance, kRanks),
                          sums_of(known, unseen, chance, 0)};
}

int ScoringRights::not_above(const Opponent& opponent, unsigned ranks, int margin) const {
  const Sums& sums = (ranks & kOne) ? opponent.beaten : opponent.full;
  const int against_one = kSumOf[ranks] - margin;
  const int otherwise = against_one + ((ranks & kEight) ? kRanks : 0);
  return (otherwise < 0 ? 0 : sums[0][otherwise]) + (against_one < 0 ? 0 : sums[1][against_one]);
}

int ScoringRights::chance_of(unsigned ranks) const {
  int chance = kSure;
  for (int i = 0; i < count_; ++i) {
    chance = chance * (not_above(opponents_[i], ranks, 0) >> 4) / (kAll >> 4);
  }
  return chance;
}

int ScoringRights::chance_against(int opponent, unsigned ranks) const {
  return kSure - not_above(opponents_[opponent], ranks, 1) / (kAll / kSure);
}

}  // namespace gemgrove::arboretum
