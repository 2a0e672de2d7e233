/**
 * The types of the data that the service gives to the pages' scripts. No browser loads this file. Instants are Unix milliseconds of the
 * hall,
 * lengths of time are milliseconds. The types between the marks are those of `arbiter/shapes`, written by `make docs`.
 */

export type Both<T> = Record<Side, T>;
export type State = "waiting" | "playing" | "owed" | "halted" | "paper" | "flag" | "over";

/** A line of the journal, as an event stream sends it. */
export interface Line {
  seq: number;
  at: number;
  kind: string;
  round: number | null;
  board: number | null;
  game: Board | null;
}

/** The places of a variant's squares: row and column, from the top, with White at the bottom. */
export interface Squares {
  size: number;
  squares: Record<string, [row: number, column: number]>;
  /** The colours of White's and Black's pieces in the variant. */
  colours: Both<string>;
  /** The sign between the squares of a capture. */
  sign: string;
}

/** The data with which a tablet's page starts. */
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

/** A game with its positions, for the replay on a page. */
export interface Replay {
  version: number;
  positions: string[];
  paths: string[][];
}

/* [[[cog types() ]]] */
export type Side = "white" | "black";

/** A board as the API returns it. */
export interface Board {
  policy: string;
  touch_move: boolean;
  confirm_moves: boolean;
  may_undo: Side | null;
  may_object: Side | null;
  objection_waits: boolean;
  objection: Objection | null;
  crown: Crown | null;
  slow: boolean;
  may_appeal: boolean;
  provisional: boolean;
  penalties?: Both<string[]>;
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
  declined: Side | null;
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

/** An irregular move with the rule that it breaks, shown once it is no longer kept secret. */
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

/** A ruling that needs a player's consent, because the official who signed it has an interest in the game. */
export interface Consent {
  proposal: number;
  side: Side | null;
  by: string;
  what: string;
  asked: boolean;
}

/** A legal move as texts, as a tablet shows it: its notation, every square visited, and the squares captured. */
export interface Legal {
  move: string;
  path: string[];
  taken: string[];
}

/** A running draw count: its number so far, and the limit at which the game is drawn. */
export interface Near {
  row: string;
  says: string;
  number: number;
  limit: number;
}

/** A reported result that does not count yet, because only one side reported it or the other side objected. */
export interface Reported {
  side: Side;
  result: string;
  objected: boolean;
}

/** The adjournment of a game: when it was adjourned and by which side, its envelope, and when play resumes. */
export interface Adjourned {
  at: number;
  side: Side;
  envelope: string | null;
  until: string | null;
  digest: string | null;
}

/** A flag that has fallen, on which an arbiter has not ruled yet. */
export interface Flag {
  side: Side;
  at: number;
  proposal: number | null;
  provisional: string | null;
}

/** A call for the arbiter that has not been answered yet. */
export interface Call {
  side: Side | null;
  reason: string;
  at: number;
}

/** A draw claim on which the arbiter has not decided yet. */
export interface Claim {
  side: Side;
  ground: string;
}

/** A draw offer that the opponent has not answered yet. */
export interface Offer {
  side: Side;
}

/** The correction that is due after an irregular move: the side, the rule broken, and the moves that correct it. */
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
  calls_flags: boolean;
  speed: number;
  low_ms: number;
  timed: boolean;
  white: OneClock;
  black: OneClock;
}

/** One side's clock: the milliseconds left, the period of the time control, and the moves still to make in it. */
export interface OneClock {
  left_ms: number;
  period: number;
  moves_to_go: number | null;
  lasts_ms: number;
  overtime_ms: number | null;
}

/** The last move, which a page highlights on its board. */
export interface Last {
  move: string;
  path: string[];
}

/** The opening drawn by lot for a board (its ballot). */
export interface Opening {
  table: string;
  ballot: string;
  text: string;
  plies: number;
}

/** A ply (a move of one side) as on the score sheet, with the milliseconds left after it. */
export interface Play {
  ply: number;
  side: Side;
  move: string;
  left_ms: number;
  at: number;
}

/** A player at a board: entry number, name and club. */
export interface Player {
  entry: number;
  name: string;
  club: string | null;
}

/** A new king that has not been crowned yet: its square, and the side that has to crown it. */
export interface Crown {
  side: Side;
  square: string;
}

/** An objection to an irregular move: the side that objects, and the choices that it has. */
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

/** The game now at a board number. */
export interface Here {
  version: number;
  bound: boolean;
  results: Result[];
  answer: ClaimAnswer | null;
  places: Both<number> | null;
  game: Board | null;
}

/** The rejection of a claim: the side that claimed, and the reason. */
export interface ClaimAnswer {
  side: Side;
  reason: string;
}

/** A result that players can report, with the side that wins; `winner` is null if no side wins by it. */
export interface Result {
  result: string;
  winner: Side | null;
}

/** An announcement. `at` and `until` are Unix milliseconds; `until` is null if there is no countdown. */
export interface Announcement {
  announcement: number;
  at: number;
  text: string;
  until: number | null;
}
/* [[[end]]] */
