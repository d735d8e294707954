// Written by tools/fit_outlook.py.
#pragma once

#include "arboretum/outlook.h"

namespace gemgrove::arboretum {

// For two, three and four players.
inline constexpr std::array<TermWeights<kOutlookTerms.size()>, 3> kOutlookWeights = {{
    {
        {0.041F, 0.078F, -0.033F, 0.068F, 0.181F, 0.009F, 0.010F, -0.077F, -0.031F, -0.025F},
        {0.203F, -0.577F, 0.130F, -0.211F, -0.877F, -0.711F, 0.739F, 0.425F, 0.134F, -0.224F},
    },
    {
        {0.022F, -0.002F, -0.103F, -0.052F, 0.134F, 0.076F, -0.075F, -0.042F, -0.104F, -0.069F},
        {0.259F, -0.196F, 0.461F, 0.016F, -0.701F, -0.453F, 0.340F, 0.240F, 0.149F, -0.307F},
    },
    {
        {0.076F, -0.015F, -0.127F, -0.000F, 0.015F, 0.015F, -0.024F, -0.038F, -0.033F, -0.025F},
        {0.270F, 0.086F, 0.450F, 0.074F, -0.661F, -0.453F, 0.323F, 0.224F, 0.122F, -0.260F},
    },
}};

}  // namespace gemgrove::arboretum
