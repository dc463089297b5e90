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

/** The durable state of a temple (C-2). The server stores it; a bridge works on a copy. */
export interface Ledger {
  readonly boot: string;
  readonly conn: number;
  /** The highest seq of this boot; -1: none yet. */
  readonly seq: number;
  readonly epoch: string;
  readonly generation: number;
  readonly judged: BySlot;
  /** Changed by the server alone: verdicts, `returned` and new bindings. */
  readonly fix: BySlot;
  /** The last 8 acts `returned` that settled a debt, like `9f3c21aa:17`. Sent again, they settle nothing. */
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
  /** Claimed by a later message, not by its own `up/bead` (C-5). */
  readonly recovered: boolean;
  /** It fell so soon after another bead of its slot that it counts as the same one (J-3). */
  readonly bounced?: true;
  /** ms since it fell, by its own `up/bead` (J-15); absent: unknown. */
  readonly age?: number;
}

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
  };
  /** The winner's name; absent: there is none. */
  readonly winner?: string;
}

/** A temple's report of its own health in `up/state`, for operators. */
export interface TempleHealth {
  /** The firmware's name and version. */
  readonly fw: string;
  readonly hw?: string;
  /** Of its Wi-Fi, in dBm. */
  readonly rssi?: number;
  /** Uptime in ms when sending; it may wrap at 2^32. */
  readonly up: number;
  /** Why it started last, like `power-on` or `watchdog`. */
  readonly reset?: string;
  /** Beads counted in this epoch: since it started, or since its counters in flash began. */
  readonly count: BySlot;
  readonly faults?: readonly string[];
}

/** The most beads of one `judge` request, which keeps it well under the server's payload limit. */
export const BEADS_PER_REQUEST = 12;

/** How long a bridge's lease on a temple lasts and how often it is renewed, in ms, and the most temples of one request (S-1). */
export const LEASE = { life: 30_000, renew: 10_000, temples: 64 } as const;

/** Requests of the room `temples`, bridge to server: payload and answer. */
export interface TemplesRequests {
  /** Checks a temple's secret. */
  verify: { payload: { templeId: string; secret: string }; answer: { ok: boolean } };
  /**
   * Announces that a temple is online; the answer is what a bridge needs to serve it. If `owned` is false, another bridge
   * serves it and this one only listens (S-1). Refused with `unknown-temple`.
   */
  "temple-online": {
    payload: { templeId: string };
    answer: { owned: boolean; ledger: Ledger | null; table: TempleTable | null };
  };
  /** Renews the leases of these temples, and takes those that are free, for `LEASE.life` (S-1). At most `LEASE.temples`. */
  lease: { payload: { templeIds: readonly string[] }; answer: { owned: readonly string[] } };
  "temple-offline": { payload: { templeId: string }; answer: Record<string, never> };
  /** Asks which of these temples are enrolled. At most `LEASE.temples`. */
  enrolled: { payload: { templeIds: readonly string[] }; answer: { enrolled: readonly string[] } };
  /** Tells what a temple said of its health last. */
  health: { payload: { templeId: string; health: TempleHealth }; answer: Record<string, never> };
  /** Gets a pairing code for the temple to show (P-2); `expires` in s. Until it expires it is the same code. */
  code: { payload: { templeId: string }; answer: { code: string; expires: number } };
  /**
   * Stores a ledger and judges beads in this order: verdicts, `judged` and `fix` are stored together (C-2). A name judged
   * before gets its first verdict again (J-0). Without beads it only stores the ledger. The ledger judged against is
   * `reconcile(payload.ledger, stored)`; the answer's is `settle` of that one for new verdicts, `recount` for first ones
   * again. At most `BEADS_PER_REQUEST` beads. They may be of a past epoch or generation (requested again by name, J-1).
   */
  judge: {
    payload: { templeId: string; ledger: Ledger; beads: readonly BeadClaim[] };
    answer: { ledger: Ledger; judgements: readonly Judgement[] };
  };
  /** Settles a debt with beads taken back, never more than is owed (J-11). The same act settles once. */
  returned: {
    payload: { templeId: string; boot: string; seq: number; slot: Slot; num: number };
    answer: { verdict: "accepted" | "ignored"; reason: "ok" | "nothing-owed"; fix: BySlot };
  };
  /** Tells that the temple's button was pressed while it showed the question of this id (P-6). */
  confirm: { payload: { templeId: string; id: string }; answer: Record<string, never> };
  /** Ends the temple's binding, by its button (P-5). */
  unpair: { payload: { templeId: string }; answer: Record<string, never> };
}

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
