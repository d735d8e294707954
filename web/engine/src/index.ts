/** Splendor and Arboretum with their search, for browsers and Node. */

export type { ArboretumPosition, ArboretumRules } from "./arboretum/game.js";
export type { ArboretumReason } from "./arboretum/reasons.js";
export { type SpeciesScore, speciesScores } from "./arboretum/score.js";
export type { ArboretumView } from "./arboretum/view.js";
export { Bot, type BotOptions, type BotSettings, LEVELS, type Level, levelSettings } from "./bots.js";
export { EngineError, type Source } from "./core.js";
export { Deal } from "./deal.js";
export { Engine, type GameName, type GameOptions, type Games, type VariantOptions } from "./engine.js";
export { type DecisionPayload, type Game, IllegalMove, type Table, type Variant, View } from "./game.js";
export type { Reason } from "./kind.js";
export type { Network } from "./network.js";
export type { Positions } from "./positions.js";
export type { Limits, RootMove, Search, SearchOptions, SearchResult } from "./search.js";
export type { SplendorPosition, SplendorRules } from "./splendor/game.js";
export type { SplendorReason } from "./splendor/reasons.js";
export type { SplendorView } from "./splendor/view.js";
export type { View as ViewJson } from "./view.js";
