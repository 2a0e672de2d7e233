/**
 * What the service tells a page, as far as its scripts read it: a line of the journal and the shape of a board, as `arbiter/shapes` has them
 * whole; a test holds the two together. Types only; no browser asks for this file. Instants are Unix milliseconds of the hall, lengths of time milliseconds.
 */

export type Side = "white" | "black";
export type Both<T> = Record<Side, T>;
/** A square by its name; one that has a number may be told as a number. */
export type Square = string | number;
export type State = "waiting" | "playing" | "owed" | "halted" | "paper" | "flag" | "over";

export interface Line {
  seq: number;
  at: number;
  kind: string;
  round: number | null;
  board: number | null;
  game: Game | null;
}

export interface Announcement {
  announcement: number;
  text: string;
}

export interface Game {
  version: number;
  round: number;
  board: number;
  players: Both<Player>;
  fen: string;
  ply: number;
  turn: Side;
  moves: string[];
  plays: Play[];
  opening: Opening | null;
  last: Last | null;
  clock: Clock;
  started: number | null;
  halted: string | null;
  reported: Reported | null;
  postponed: string | null;
  owed: Owed | null;
  irregular: Both<number>;
  offers: Offer[];
  calls: Call[];
  flag: Flag | null;
  result: string | null;
  because: string | null;
  because_text: string | null;
  winner: Side | null;
  policy: string;
  touch_move: boolean;
  may_object: Side | null;
  objection: Objection | null;
  crown: Crown | null;
  slow: boolean;
  may_appeal: boolean;
  /** For the board's own tablet: the moves that may be played, and the counts that players are shown. */
  legal?: Legal[];
  counts?: Count[];
  /** For the board's own tablet: a ruling that an official of this game has signed, and to which this side may agree. */
  consent?: Consent;
}

export interface Consent {
  proposal: number;
  side: Side | null;
  by: string;
  what: string;
}

export interface Opening {
  ballot: string;
  text: string;
}

export interface Offer {
  side: Side;
}

export interface Call {
  side: Side | null;
}

export interface Flag {
  side: Side;
  proposal: number | null;
}

export interface Crown {
  side: Side;
  square: string;
}

export interface Correction {
  move: string;
}

export interface Player {
  name: string;
}

export interface Play {
  ply: number;
  side: Side;
  move: string;
  left_ms: number;
}

export interface Last {
  move: string;
  path: string[];
}

export interface Clock {
  white: OneClock;
  black: OneClock;
  running: Side | null;
  now_ms: number;
  speed: number;
  low_ms: number;
  timed: boolean;
}

export interface OneClock {
  left_ms: number;
  period: number;
  moves_to_go: number | null;
}

export interface Owed {
  side: Side;
  move: string;
  sentence: string;
  piece: Square | null;
  count: number;
  corrections: Correction[];
  pieces: Square[];
}

export interface Objection {
  by: Side;
  move: string;
  sentence: string;
  choices: string[];
}

export interface Legal {
  move: string;
  path: string[];
  taken: string[];
}

export interface Count {
  says: string;
  number: number;
  limit: number;
}

/** Where the squares of a variant lie: row and column from the top with White at the bottom. */
export interface Squares {
  size: number;
  squares: Record<string, [row: number, column: number]>;
  /** White and Black as the variant colours its pieces. */
  colours: Both<string>;
  /** What parts the squares of a capture. */
  sign: string;
}

/** What a tablet's page begins with. */
export interface TabletPage {
  tournament: string;
  board: number;
  side: Side | null;
  version: number;
  results: Reportable[];
  answer: Answered | null;
  places: Record<Side, number> | null;
  game: Game | null;
}

/** What was said to a claim that was not granted. */
export interface Answered {
  side: Side;
  reason: string;
}

/** A result that players may report of a game without moves. */
export interface Reportable {
  result: string;
  winner: Side | null;
}

/** What one side has reported. */
export interface Reported {
  side: Side;
  result: string;
  objected: boolean;
}

/** What is played at a board, as of a line of the journal; `bound`: this device is its tablet. */
export interface Here {
  version: number;
  bound: boolean;
  results: Reportable[];
  answer: Answered | null;
  places: Record<Side, number> | null;
  game: Game | null;
}
