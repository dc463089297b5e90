/**
 * The vocabulary of the temple protocol (docs/temple-protocol.md): what temples, bridge and server tell each other. Rules
 * are cited by their ids (C-5).
 */

/** `h` Huitzilopochtli, `t` Tlaloc. */
export const SLOTS = ["h", "t"] as const;
export type Slot = (typeof SLOTS)[number];
/** A value per slot, by default a number. */
export interface BySlot<V = number> {
  readonly h: V;
  readonly t: V;
}

/** The counting fields of every `up/bead` and online `up/state` (section 3). */
export interface CountingFields {
  readonly boot: string;
  readonly epoch: string;
  readonly seq: number;
  readonly count: BySlot;
  /** The last mark seen since power-up and `count` when it was first shown; `null`: no mark was seen. */
  readonly stamp: Stamp | null;
  /** Uptime in ms when sending. */
  readonly up: number;
}

export interface Stamp {
  readonly mark: string;
  readonly base: BySlot;
}

/** A bead's name (C-1). With the temple's id it is unique and never used again. */
export interface BeadName {
  readonly epoch: string;
  readonly generation: number;
  readonly slot: Slot;
  /** The bead's ordinal: the slot's count just after it fell. */
  readonly n: number;
}

export const VERDICTS = ["accepted", "rejected", "ignored", "pending", "absorbed", "invalid"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The verdict on one bead; the same name always gets the same one (J-0). */
export interface Judgement {
  readonly name: BeadName;
  readonly verdict: Exclude<Verdict, "invalid" | "pending">;
  readonly reason: string;
}

export const PHASES = ["unpaired", "pairing", "idle", "playing", "paused", "over"] as const;
export type Phase = (typeof PHASES)[number];
export const STEPS = ["roll", "move", "landing", "sacrifice", "cards"] as const;
export type Step = (typeof STEPS)[number];

/** How a match ended for a temple: a seat of its own won, another seat did, a catastrophe ended the world without a winner, or the match ended without a winner. */
type End = "won" | "lost" | "flood" | "invasion" | "none";

/** The part of a match that a bound temple's display shows; the server sends it whenever it changes. */
export interface TempleTable {
  readonly phase: "idle" | "playing" | "paused" | "over";
  /** The match's short code. */
  readonly match: string;
  readonly turn: number | null;
  readonly seat: { readonly id: string; readonly name: string; readonly local: boolean } | null;
  readonly step: Step | null;
  /** Names the current window (section 3, `mark`). */
  readonly mark: string;
  readonly open: BySlot<boolean>;
  readonly left: number;
  readonly offerings: BySlot;
  readonly apocalypse: {
    readonly state: "none" | "running" | "forestalled";
    readonly count: number;
    readonly of: number;
    readonly ruling: "flood" | "invasion" | null;
    /** Calendar discs off the board. Absent: of an earlier server. */
    readonly discs?: number;
  };
  /** The winner's name; absent: there is none. */
  readonly winner?: string;
  /** How the match ended; `null`: it has not. Absent: of an earlier server. */
  readonly end?: End | null;
  /** Skulls in each half of the lake. Absent: of an earlier server. */
  readonly lake?: BySlot;
}

/** The most beads of one `judge` request, which keeps it well under the server's payload limit. */
export const BEADS_PER_REQUEST = 12;

/**
 * The most new ordinals of one slot that one message may bring (C-8). Of so many untold verdicts a server reminds a bridge, and so many a
 * request names as told (C-11).
 */
export const MAX_NEW_ORDINALS = 24;

/** How long a bridge's lease on a temple lasts and how often it is renewed, in ms, and the most temples of one request (S-1). */
export const LEASE = { life: 30_000, renew: 10_000, temples: 64 } as const;

/** A player asks whether a temple is theirs (P-6). */
export interface Question {
  /** Names the question in its answer. */
  readonly id: string;
  /** The player's. */
  readonly name: string;
  /** ms until it is over. */
  readonly wait: number;
}

/** Messages of the room `temples`, server to bridge. */
export interface TemplesMessages {
  /** A temple was bound to a match. Its `fix` is now 0/0, at the server and the bridge (J-11). */
  bound: { templeId: string; table: TempleTable };
  /** A player nearby asks a temple for their seat, or no longer (`null`): it shows their name, and its button answers (P-6). */
  asked: { templeId: string; question: Question | null };
  /** A seat became local to this temple (`to`), or to another one and no longer to this (P-7). `name`: of its player. */
  moved: { templeId: string; name: string; from: string | null; to: string };
  /** A temple's binding ended. */
  unbound: { templeId: string };
  /** A temple's secret was revoked: its client must be disconnected. */
  revoked: { templeId: string };
  /** The operator wants the temple to look for a newer firmware now: op `update`. */
  update: { templeId: string };
  /** The table of a bound temple changed. */
  table: { templeId: string; table: TempleTable };
}
