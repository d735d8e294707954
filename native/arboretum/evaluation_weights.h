// Written by tools/fit_evaluation.py.
#pragma once

#include "arboretum/evaluate.h"

namespace gemgrove::arboretum {

// For two, three and four players: early and late in the game.
inline constexpr std::array<FeatureWeights<kFeatureNames.size()>, 3> kEvaluationWeights = {{
    {
        {0.051F, 0.036F, -0.041F, 0.044F, 0.128F, -0.036F, 0.041F, -0.066F, 0.001F, -0.020F},
        {0.203F, -0.630F, 0.101F, -0.264F, -0.922F, -0.752F, 0.782F, 0.458F, 0.159F, -0.206F},
    },
    {
        {0.036F, -0.042F, -0.040F, -0.098F, 0.105F, -0.057F, -0.036F, -0.044F, -0.114F, -0.069F},
        {0.265F, -0.323F, 0.473F, 0.063F, -0.661F, -0.421F, 0.344F, 0.249F, 0.173F, -0.370F},
    },
    {
        {0.051F, -0.100F, 0.028F, -0.005F, 0.035F, 0.016F, -0.040F, -0.025F, -0.014F, -0.021F},
        {0.260F, -0.052F, 0.476F, 0.112F, -0.581F, -0.457F, 0.264F, 0.188F, 0.087F, -0.258F},
    },
}};

}  // namespace gemgrove::arboretum
