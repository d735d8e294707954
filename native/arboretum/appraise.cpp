#include "arboretum/appraise.h"

namespace gemgrove::arboretum {

std::int64_t appraise(const Variant&, const State&, int) { return 0; }

}  // namespace gemgrove::arboretum
