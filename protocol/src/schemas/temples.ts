import { z } from "zod";
import { isId } from "../temple/topics.ts";
import {
  BEADS_PER_REQUEST,
  type BySlot,
  type Judgement,
  LEASE,
  MAX_NEW_ORDINALS,
  SLOTS,
  type TempleTable,
} from "../temple/types.ts";

/* Requests of bridges in the room `temples` (docs/temple-protocol.md): payloads as schemas, answers as types. */

const templeId = z.string().refine(isId);
const ofTemple = z.object({ templeId });
const ofTemples = z.object({ templeIds: z.array(templeId).max(LEASE.temples).readonly() });
const hex = z.string().regex(/^[0-9a-f]{8,16}$/i);
const u32 = z.int().min(0).max(4_294_967_295);
const bySlot = (value: z.ZodType<number>) => z.object({ h: value, t: value });

const COUNTED = z.object({ boot: hex, conn: u32, epoch: hex, generation: u32, judged: bySlot(u32) });
/** How far the beads of a boot were counted. */
export type Counted = z.output<typeof COUNTED>;

const LEDGER = COUNTED.extend({
  seq: u32.or(z.literal(-1)).describe("The highest seq of this boot; -1: none yet."),
  fix: bySlot(z.int()).describe(
    "Changed by the server alone: verdicts, `returned`, `mirror` and new bindings.",
  ),
  lake: bySlot(u32)
    .exactOptional()
    .describe(
      "The skulls of the match's lake that `fix` counts (J-11); absent: the temple does not mirror it.",
    ),
  acts: z
    .array(z.string().max(32))
    .max(8)
    .readonly()
    .describe(
      "The last acts `returned` that settled a debt, like `9f3c21aa:17`. Sent again, they settle nothing.",
    ),
  retiredBoots: z.array(hex).max(8).readonly().describe("The last ones, newest last (C-3)."),
  retiredEpochs: z.array(hex).max(8).readonly().describe("The same."),
  past: z
    .array(COUNTED)
    .max(8)
    .readonly()
    .exactOptional()
    .describe("How far the last ones were counted, newest last (C-10); absent: of an earlier bridge."),
});
/** The durable state of a temple (C-2). The server stores it; a bridge works on a copy. */
export type Ledger = z.output<typeof LEDGER>;

const BEAD_NAME = z.object({ epoch: hex, generation: u32, slot: z.enum(SLOTS), n: u32.min(1) });

const BEAD_CLAIM = z.object({
  name: BEAD_NAME,
  stamp: z.object({ mark: z.string().min(1).max(24), base: bySlot(u32) }).nullable(),
  recovered: z.boolean().describe("Claimed by a later message, not by its own `up/bead` (C-5)."),
  bounced: z
    .literal(true)
    .exactOptional()
    .describe("It fell so soon after another bead of its slot that it counts as the same one (J-3)."),
  earlier: z
    .literal(true)
    .exactOptional()
    .describe("It fell before the bridge knew its epoch (C-4): it is ignored unless it has a verdict."),
  age: u32.exactOptional().describe("ms since it fell, by its own `up/bead` (J-15); absent: unknown."),
});
/** One bead that the bridge asks the server to judge. */
export type BeadClaim = z.output<typeof BEAD_CLAIM>;

const TEMPLE_HEALTH = z.object({
  fw: z.string().max(40).describe("The firmware's name and version."),
  hw: z.string().max(24).exactOptional(),
  rssi: z.int().min(-200).max(100).exactOptional().describe("Of its Wi-Fi, in dBm."),
  up: u32.describe("Uptime in ms when sending; it may wrap at 2^32."),
  reset: z.string().max(24).exactOptional().describe("Why it started last, like `power-on` or `watchdog`."),
  count: bySlot(u32).describe(
    "Beads counted in this epoch: since it started, or since its counters in flash began.",
  ),
  faults: z.array(z.string().max(24)).max(16).readonly().exactOptional(),
});
/** A temple's report of its own health in `up/state`, for operators. */
export type TempleHealth = z.output<typeof TEMPLE_HEALTH>;

/** The payload of each request. */
export const TEMPLES_PAYLOADS = {
  /** Checks a temple's secret. Whatever a client gave the broker: a malformed id or secret is simply not a temple's. */
  verify: z.object({ templeId: z.string(), secret: z.string() }),
  /**
   * Announces that a temple is online; the answer is what a bridge needs to serve it. If `owned` is false, another bridge
   * serves it and this one only listens (S-1). Refused with `unknown-temple`.
   */
  "temple-online": ofTemple,
  "temple-offline": ofTemple,
  /** Asks which of these temples are enrolled. */
  enrolled: ofTemples,
  /** Tells what a temple said of its health last. */
  health: z.object({ templeId, health: TEMPLE_HEALTH }),
  /** Renews the leases of these temples, and takes those that are free, for `LEASE.life` (S-1). */
  lease: ofTemples,
  /** Gets a pairing code for the temple to show (P-2); `expires` in s. Until it expires it is the same code. */
  code: ofTemple,
  /**
   * Stores a ledger and judges beads in this order: verdicts, `judged` and `fix` are stored together (C-2). A name judged
   * before gets its first verdict again (J-0). Without beads it only stores the ledger. The ledger judged against is
   * `reconcile(payload.ledger, stored)`; the answer's is `settle` of that one for new verdicts, `recount` for first ones
   * again. The beads may be of a past epoch or generation (requested again by name, J-1).
   */
  judge: z.object({
    templeId,
    ledger: LEDGER,
    beads: z.array(BEAD_CLAIM).max(BEADS_PER_REQUEST).readonly(),
    told: z
      .array(BEAD_NAME)
      .max(MAX_NEW_ORDINALS)
      .readonly()
      .exactOptional()
      .describe(
        "Beads whose acks the temple has by now (C-11). Absent: of an earlier bridge, whose verdicts count as told.",
      ),
  }),
  /** Settles a debt with beads taken back, never more than is owed (J-11). The same act settles once. */
  returned: z.object({
    templeId,
    boot: hex,
    seq: u32,
    slot: z.enum(SLOTS),
    num: z.int().min(1).max(99),
  }),
  /**
   * Makes `fix` follow the lake of the temple's match, or stops that (J-11). From the first such request of a binding on, each skull that
   * came into the lake otherwise than by the temple's own beads raises it, and each that left lowers it.
   */
  mirror: z.object({ templeId, on: z.boolean() }),
  /** Tells that the temple's button was pressed while it showed the question of this id (P-6). */
  confirm: z.object({ templeId, id: z.string().max(64) }),
  /** Ends the temple's binding, by its button (P-5). */
  unpair: ofTemple,
} as const;

interface Answers {
  verify: { ok: boolean };
  "temple-online": {
    owned: boolean;
    ledger: Ledger | null;
    table: TempleTable | null;
    /** The newest verdicts whose acks the temple may not have (C-11), oldest first, at most `MAX_NEW_ORDINALS`. Absent: of an earlier server. */
    untold?: readonly Judgement[];
  };
  "temple-offline": Record<string, never>;
  enrolled: { enrolled: readonly string[] };
  health: Record<string, never>;
  lease: { owned: readonly string[] };
  code: { code: string; expires: number };
  judge: { ledger: Ledger; judgements: readonly Judgement[] };
  returned: { verdict: "accepted" | "ignored"; reason: "ok" | "nothing-owed"; fix: BySlot };
  /** `ledger`: as stored; `null`: nothing is known of the temple. */
  mirror: { ledger: Ledger | null };
  confirm: Record<string, never>;
  unpair: Record<string, never>;
}

/** Requests of the room `temples`, bridge to server: payload and answer. */
export type TemplesRequests = {
  readonly [T in keyof Answers]: {
    readonly payload: z.output<(typeof TEMPLES_PAYLOADS)[T]>;
    readonly answer: Answers[T];
  };
};

/** The name of a request in the room `temples`, bridge to server. */
export type RequestName = keyof TemplesRequests;
export type PayloadOf<T extends RequestName> = TemplesRequests[T]["payload"];
export type AnswerOf<T extends RequestName> = TemplesRequests[T]["answer"];
