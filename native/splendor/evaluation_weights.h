// Written by tools/fit_evaluation.py.
#pragma once

#include "splendor/evaluate.h"

namespace gemgrove::splendor {

// For two, three and four players: early and late in the game.
inline constexpr std::array<FeatureWeights<kFeatureNames.size()>, 3> kEvaluationWeights = {{
    {
        {0.283F, 0.837F, 0.113F, -0.047F, 0.715F, 1.849F, -0.108F, 0.155F, -0.453F, -0.112F, 0.000F,
         -0.650F, 0.173F, 0.289F},
        {0.678F, -0.284F, 0.135F, 0.103F, 0.811F, 0.609F, -0.562F, -0.094F, 0.931F, 0.424F, 2.388F,
         -0.018F, 0.222F, 1.326F},
    },
    {
        {0.306F, 0.959F, 0.111F, -0.044F, 0.710F, 1.254F, -0.058F, -0.287F, -0.947F, -0.166F,
         0.000F, -0.194F, 0.028F, 0.717F},
        {0.599F, -0.205F, 0.160F, 0.043F, 0.669F, 0.547F, -0.359F, -0.293F, 1.153F, 0.379F, 3.057F,
         -0.065F, 0.028F, 1.521F},
    },
    {
        {0.366F, 1.024F, 0.126F, -0.042F, 0.630F, 1.876F, -0.033F, -0.192F, -1.422F, -0.135F,
         0.000F, 0.403F, -0.046F, 0.592F},
        {0.634F, -0.206F, 0.116F, 0.161F, 0.667F, 0.362F, -0.193F, -0.142F, 1.209F, 0.350F, 3.239F,
         -0.114F, -0.037F, 1.392F},
    },
}};

}  // namespace gemgrove::splendor
