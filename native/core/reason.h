// Why an action is not legal.
#pragma once

#include <vector>

namespace gemgrove {

// A code of the game, and the numbers that a sentence about it needs: the game's reasons.h says
// which ones in which order. The sentences are those of whoever shows them.
template <class Code>
struct Reason {
  Code code;
  std::vector<int> arguments;
};

}  // namespace gemgrove
