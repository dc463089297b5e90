/**
 * The words of the temple protocol (docs/temple-protocol.md): what a temple says, what it is shown, and what bridge
 * and server tell each other about it. Rules are cited by their ids (C-5).
 */

/** `h` Huitzilopochtli, `t` Tlaloc. */
export const SLOTS = ["h", "t"] as const;
export type Slot = (typeof SLOTS)[number];
/** A number per slot. */
export interface BySlot<V = number> {
  readonly h: V;
  readonly t: V;
}

/** What every `up/bead` and online `up/state` carries (section 3). */
export interface Counting {
  readonly boot: string;
  readonly epoch: string;
  readonly seq: number;
  readonly count: BySlot;
  /** The stamp: the last mark seen since power-up and `count` when it was first shown; both or neither. */
  readonly stamp: Stamp | null;
  /** Uptime in ms when sending. */
  readonly up: number;
}

export interface Stamp {
  readonly mark: string;
  readonly base: BySlot;
}

/** A bead's name (C-1), unique for ever together with the temple's id. */
export interface BeadName {
  readonly epoch: string;
  readonly generation: number;
  readonly slot: Slot;
  /** Its ordinal: the slot's count just after it fell. */
  readonly n: number;
}

/** What is remembered of a temple (C-2). The server's store keeps it; a bridge works on a copy. */
export interface Ledger {
  readonly boot: string;
  readonly conn: number;
  /** Highest seq of this boot; -1: none yet. */
  readonly seq: number;
  readonly epoch: string;
  readonly generation: number;
  readonly judged: BySlot;
  /** Changed by the server alone: verdicts, `returned` and new bindings. */
  readonly fix: BySlot;
  /** The last 8 acts `returned` that settled something, like `9f3c21aa:17`: sent again they settle nothing. */
  readonly acts: readonly string[];
  /** The last 8 retired boots and epochs, newest last (C-3). */
  readonly retiredBoots: readonly string[];
  readonly retiredEpochs: readonly string[];
}

export const VERDICTS = ["accepted", "rejected", "ignored", "pending", "absorbed", "invalid"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One bead that the bridge asks the server to judge. */
export interface BeadClaim {
  readonly name: BeadName;
  readonly stamp: Stamp | null;
  /** Told by a later message, not by its own `up/bead` (C-5). */
  readonly recovered: boolean;
  /** It fell too soon after another one of its slot to be one of its own (J-3). */
  readonly bounced?: true;
}

/** The answer, for ever the same for the same name (J-0). */
export interface Judgement {
  readonly name: BeadName;
  readonly verdict: Exclude<Verdict, "invalid" | "pending">;
  readonly reason: string;
}

export const PHASES = ["unpaired", "pairing", "idle", "playing", "paused", "over"] as const;
export type Phase = (typeof PHASES)[number];
export const STEPS = ["roll", "move", "landing", "sacrifice", "cards"] as const;
export type Step = (typeof STEPS)[number];

/** What a bound temple's display needs of its match, told by the server whenever it changes. */
export interface TempleTable {
  readonly phase: "idle" | "playing" | "paused" | "over";
  /** The match's short code. */
  readonly match: string;
  readonly turn: number | null;
  readonly seat: { readonly id: string; readonly name: string; readonly local: boolean } | null;
  readonly step: Step | null;
  /** Names the present window (section 3, `mark`). */
  readonly mark: string;
  readonly open: BySlot<boolean>;
  readonly left: number;
  readonly offerings: BySlot;
  readonly apocalypse: {
    readonly state: "none" | "running" | "forestalled";
    readonly count: number;
    readonly of: number;
    readonly ruling: "flood" | "invasion" | null;
  };
}

/** Keeps a `judge` request well under the server's payload limit. */
export const BEADS_PER_REQUEST = 12;

/** How long a bridge is the one that serves a temple, in ms; and how many it may renew in one request (S-1). */
export const LEASE = { life: 30_000, renew: 10_000, temples: 64 } as const;

/** Requests of the room `temples`, bridge to server: payload and answer. */
export interface TemplesRequests {
  /** Is this the temple's secret? */
  verify: { payload: { templeId: string; secret: string }; answer: { ok: boolean } };
  /**
   * A temple came online; the answer is all that a bridge needs to serve it. `owned` false: another bridge serves it,
   * and this one stays silent (S-1). Refused: `unknown-temple`.
   */
  "temple-online": {
    payload: { templeId: string };
    answer: { owned: boolean; ledger: Ledger | null; table: TempleTable | null };
  };
  /** Renews what the bridge serves, and takes what nobody does, for `LEASE.life` (S-1). At most `LEASE.temples`. */
  lease: { payload: { templeIds: readonly string[] }; answer: { owned: readonly string[] } };
  "temple-offline": { payload: { templeId: string }; answer: Record<string, never> };
  /** A pairing code for the temple to show (P-2); `expires` in s. The same code while it lives. */
  code: { payload: { templeId: string }; answer: { code: string; expires: number } };
  /**
   * Keeps a ledger and judges beads, in this order, against it: verdicts, `judged` and `fix` are stored together
   * (C-2). A name judged before gets its first answer (J-0). No beads: only keeps the ledger.
   * The ledger judged against is `reconcile(payload.ledger, stored)`, the one answered `settle` of it. At most
   * `BEADS_PER_REQUEST` beads; they may be of an epoch or generation that is past (asked again by name, J-1).
   */
  judge: {
    payload: { templeId: string; ledger: Ledger; beads: readonly BeadClaim[] };
    answer: { ledger: Ledger; judgements: readonly Judgement[] };
  };
  /** Beads were taken back (J-11): settles a debt, never more than that. The same act settles once. */
  returned: {
    payload: { templeId: string; boot: string; seq: number; slot: Slot; num: number };
    answer: { verdict: "accepted" | "ignored"; reason: "ok" | "nothing-owed"; fix: BySlot };
  };
  /** The temple's button: ends its binding (P-5). */
  unpair: { payload: { templeId: string }; answer: Record<string, never> };
}

/** Messages of the room `temples`, server to bridge. */
export interface TemplesMessages {
  /** A temple was bound to a match: its `fix` is 0/0 from now on, in the store and on the bridge (J-11). */
  bound: { templeId: string; table: TempleTable };
  /** Its binding ended. */
  unbound: { templeId: string };
  /** Its secret is worth nothing any more: whoever uses it is to be cut off. */
  revoked: { templeId: string };
  /** What its display shows changed. */
  table: { templeId: string; table: TempleTable };
}
