/** The page without a server. */
export const local = {
  player: "Player",
  person: (number: number) => `Player ${number}`,
  needsServerTitle: "Only with a server",
  needsServer: "This needs a Gemgrove server; this page works without one.",
  notSeated: "Only players at this table can do that.",
  stale: "The game has moved on. Look at the board and choose again.",
  turnEnds: "The turn ends before the last of these moves.",
  leftEarly: (seat: number) => `Player ${seat} left before their first move.`,
  noTable: "This table is not stored in this browser.",

  taglineMore: "Against bots of any strength, or with several people at this screen. Works offline.",
  several: "Several people at this screen",
  severalAbout: "Pass the device around: it is covered before anybody could see another player’s cards.",
  severalStart: "Set up a game",
  seat: (number: number) => `Seat ${number}`,
  personChoice: "a person",
  name: (number: number) => `Name of player ${number}`,
  needsPeople: "At least one seat must be a person’s.",
  begin: "Start the game",

  load: "Open a saved game",
  notRecord: "This file is not the record of a game.",
  otherVersion: (version: string) => `The record has version ${version}, which this page cannot read.`,
  fromPosition: "This record begins in the middle of a game. The command gemgrove replay can open it.",
  otherRules: "The record’s rules cannot be read.",
  badMove: (number: number, move: string) => `Move ${number} of the record, ${move}, is not legal.`,
  otherResult: "The record’s result is not the one its moves lead to.",
  noRecord: "A game that began in the middle of another one cannot be saved as a file here.",

  handOver: (name: string) => `${name} is next`,
  handOverText: (name: string) => `Pass the device to ${name}. The cards stay covered until then.`,
  uncover: (name: string) => `I am ${name}: show my cards`,
  cover: (name: string) => `Cover the screen for ${name}`,
  mustRead: (name: string) => `Your turn is over. Cover the screen, then pass the device to ${name}.`,

  aboutText: [
    "Gemgrove is a place to play card games. This page runs entirely in your browser: games are stored here and nothing is sent anywhere. Once it has been opened, it works without a network, and most browsers can install it as an app.",
    "Tables for people on several devices, accounts, ratings and chat need a Gemgrove server, which anyone can host. They are not part of this page.",
    "Everything here works with a keyboard and with a screen reader. If something does not, please report it as a bug.",
  ],
};
