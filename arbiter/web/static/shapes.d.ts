/**
 * What the service tells a page, for its scripts. Types only; no browser asks for this file. Instants are Unix milliseconds of the hall, lengths of time milliseconds.
 * The types between the marks are those of `arbiter/shapes`, written by `make docs`.
 */

export type Both<T> = Record<Side, T>;
export type State = "waiting" | "playing" | "owed" | "halted" | "paper" | "flag" | "over";

/** A line of the journal, as a wire tells it. */
export interface Line {
  seq: number;
  at: number;
  kind: string;
  round: number | null;
  board: number | null;
  game: Board | null;
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
  results: Result[];
  answer: ClaimAnswer | null;
  places: Record<Side, number> | null;
  game: Board | null;
}

/* [[[cog types() ]]] */
export type Side = "white" | "black";

/** A board. `legal` and `counts` are only for viewers who may be helped, `sealed` only for arbiters. */
export interface Board {
  policy: string;
  touch_move: boolean;
  may_object: Side | null;
  objection: Objection | null;
  crown: Crown | null;
  slow: boolean;
  may_appeal: boolean;
  provisional: boolean;
  version: number;
  round: number;
  board: number;
  variant: string;
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
  owed: Owed | null;
  irregular: Both<number>;
  offers: Offer[];
  claims: Claim[];
  calls: Call[];
  flag: Flag | null;
  adjourned: Adjourned | null;
  reported: Reported | null;
  postponed: string | null;
  here: Both<boolean | null>;
  result: string | null;
  because: string | null;
  because_text: string | null;
  winner: Side | null;
  counts?: Near[];
  legal?: Legal[];
  consent?: Consent;
  sealed?: Finding[];
}

/** The finding on an irregular move, once it has been opened. */
export interface Finding {
  ply: number;
  side: Side;
  move: string;
  code: string;
  article: string | null;
  facts: Record<string, unknown>;
  sentence: string;
  corrections: string[];
}

/** A ruling signed by an official with an interest in the game; the `side` may agree to it. */
export interface Consent {
  proposal: number;
  side: Side | null;
  by: string;
  what: string;
}

/** A legal move for a tablet. */
export interface Legal {
  move: string;
  path: string[];
  taken: string[];
}

/** How near a draw count is to its limit. */
export interface Near {
  row: string;
  says: string;
  number: number;
  limit: number;
}

/** A result reported by one side only, or objected to by the other. */
export interface Reported {
  side: Side;
  result: string;
  objected: boolean;
}

/** The adjournment of a game: when, with which envelope, until when. */
export interface Adjourned {
  at: number;
  side: Side;
  envelope: string | null;
  until: string | null;
  digest: string | null;
}

/** A flag that has fallen and waits for its ruling. */
export interface Flag {
  side: Side;
  at: number;
  proposal: number | null;
  provisional: string | null;
}

/** A call for the arbiter that waits. */
export interface Call {
  side: Side | null;
  reason: string;
  at: number;
}

/** A draw claim that waits for the arbiter. */
export interface Claim {
  side: Side;
  ground: string;
}

/** A draw offer that waits for its answer. */
export interface Offer {
  side: Side;
}

/** The correction due after an irregular move: the side, the finding, and the moves that correct it. */
export interface Owed {
  side: Side;
  move: string;
  code: string;
  article: string | null;
  facts: Record<string, unknown>;
  sentence: string;
  piece: number | string | null;
  count: number;
  corrections: Move[];
  pieces: (number | string)[];
}

/** A legal move: its notation, every square visited, and the squares of the pieces captured. */
export interface Move {
  move: string;
  path: (number | string)[];
  taken: (number | string)[];
  promotes: boolean;
}

/** Both clocks at one instant. `now_ms` and `flag_at` are Unix milliseconds of the service's clock. */
export interface Clock {
  running: Side | null;
  now_ms: number;
  flag_at: number | null;
  speed: number;
  low_ms: number;
  timed: boolean;
  white: OneClock;
  black: OneClock;
}

/** One side's clock. */
export interface OneClock {
  left_ms: number;
  period: number;
  moves_to_go: number | null;
  lasts_ms: number;
  overtime_ms: number | null;
}

/** The last move, to be highlighted on a board. */
export interface Last {
  move: string;
  path: string[];
}

/** The opening (ballot) drawn for a board. */
export interface Opening {
  table: string;
  ballot: string;
  text: string;
  plies: number;
}

/** A ply that was played, as on the score sheet. */
export interface Play {
  ply: number;
  side: Side;
  move: string;
  left_ms: number;
  at: number;
}

/** The player at one side of a board. */
export interface Player {
  entry: number;
  name: string;
  club: string | null;
}

/** The king that the opponent has to crown. */
export interface Crown {
  side: Side;
  square: string;
}

/** An objection that has been opened: the side that objects, and its choices. */
export interface Objection {
  ply: number;
  side: Side;
  move: string;
  code: string;
  article: string | null;
  facts: Record<string, unknown>;
  sentence: string;
  corrections: string[];
  by: Side;
  choices: string[];
}

/** The game at a board. `game` is null before its first round; `bound`: the asker is the board's tablet. */
export interface Here {
  version: number;
  bound: boolean;
  results: Result[];
  answer: ClaimAnswer | null;
  places: Both<number> | null;
  game: Board | null;
}

/** A claim that was rejected: the side that claimed, and the reason. */
export interface ClaimAnswer {
  side: Side;
  reason: string;
}

/** A result that can be reported, with its winner; null if nobody wins. */
export interface Result {
  result: string;
  winner: Side | null;
}

/** An announcement. `at` and `until` are Unix milliseconds; `until` is null if it counts down to nothing. */
export interface Announcement {
  announcement: number;
  at: number;
  text: string;
  until: number | null;
}
/* [[[end]]] */
