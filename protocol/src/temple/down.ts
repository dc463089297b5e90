import {
  hexId,
  integer,
  isBoolean,
  listOf,
  matching,
  nullable,
  oneOf,
  optional,
  perSlot,
  shaped,
  text,
  titled,
  U32,
  u32,
} from "./checks.ts";
import { andThen, type Parsed, pick, readPayload, VERSION, writePayload } from "./payload.ts";
import {
  type BySlot,
  type Phase,
  SLOTS,
  type Slot,
  type Step,
  type TempleTable,
  VERDICTS,
  type Verdict,
} from "./types.ts";

/** The messages to a temple: `down/display`, `down/ack`, `down/cmd`, `_bridge/<id>` (docs/temple-protocol.md section 3). */

/** `down/display`: everything that a temple shows. */
export interface Display {
  /** One of `PHASES`, or a later version's, which `lines` show (V-1). */
  readonly phase: Phase | (string & {});
  readonly code: string | null;
  /** s until the code expires. */
  readonly expires: number | null;
  readonly match: string | null;
  readonly turn: number | null;
  readonly seat: { readonly id: string; readonly name: string; readonly local: boolean } | null;
  /** One of `STEPS`, or a later version's (V-1). */
  readonly step: Step | (string & {}) | null;
  readonly mark: string;
  readonly open: BySlot<boolean>;
  readonly left: number;
  readonly offerings: BySlot;
  readonly fix: BySlot;
  readonly epoch: string | null;
  readonly judged: BySlot;
  readonly apocalypse: TempleTable["apocalypse"];
  /** As in `TempleTable`, or a later version's; `null`: the match goes on. Absent: of an earlier bridge. */
  readonly end?: TempleTable["end"] | (string & {});
  readonly last: LastVerdict | null;
  readonly lines: readonly string[];
}

export interface LastVerdict {
  readonly slot: Slot;
  readonly n: number;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** `down/ack`: a verdict on beads or on an act, or a complaint about a message. */
export type Ack = BeadsAck | ActAck | Complaint;

export interface BeadsAck {
  readonly about: "beads";
  readonly epoch: string;
  readonly slot: Slot;
  /** Ordinals, `from` and `to` included. */
  readonly from: number;
  readonly to: number;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly fix: BySlot;
  readonly line: string;
}

export interface ActAck {
  readonly about: "act";
  readonly boot: string;
  readonly seq: number;
  readonly verdict: Verdict;
  readonly reason: string;
}

export interface Complaint {
  readonly about: "message";
  readonly reason: string;
  readonly detail?: string;
}

export const OPS = ["report", "identify", "epoch", "restart", "update"] as const;

/** `down/cmd` */
export interface Cmd {
  readonly id: string;
  readonly op: (typeof OPS)[number];
}

/** `_bridge/<id>`: whether the bridge is online. `start` is new at each start of the bridge. */
export interface BridgeNotice {
  readonly online: boolean;
  readonly id: string;
  readonly start: string;
}

const slot = titled("Slot", oneOf(SLOTS));
const verdict = titled("Verdict", oneOf(VERDICTS));
const counts = titled("Counts", perSlot(u32));
const reason = text(40);
const fix = titled("Fix", perSlot(integer(-U32, U32)));

const DISPLAY = {
  phase: text(24, 1),
  code: nullable(text(12)),
  expires: nullable(u32),
  match: nullable(text(12)),
  turn: nullable(u32),
  seat: nullable(titled("AwaitedSeat", shaped({ id: text(24), name: text(16), local: isBoolean }))),
  step: nullable(text(24, 1)),
  mark: text(24, 1),
  open: titled("OpenSlots", perSlot(isBoolean)),
  left: integer(0, 99),
  offerings: counts,
  fix,
  epoch: nullable(hexId),
  judged: counts,
  apocalypse: titled(
    "Apocalypse",
    shaped({
      state: titled("ApocalypseState", oneOf(["none", "running", "forestalled"])),
      count: integer(0, 99),
      of: integer(0, 99),
      ruling: nullable(titled("Ruling", oneOf(["flood", "invasion"]))),
      discs: optional(integer(0, 99)),
    }),
  ),
  end: optional(nullable(titled("End", text(24, 1)))),
  last: nullable(titled("LastVerdict", shaped({ slot, n: u32, verdict, reason }))),
  lines: listOf(matching(/^[ -~]{0,20}$/), 4),
} as const;

const BEADS_ACK = { epoch: hexId, slot, from: u32, to: u32, verdict, reason, fix, line: text(20) } as const;
const ACT_ACK = { boot: hexId, seq: u32, verdict, reason } as const;
const COMPLAINT = { reason, detail: optional(text(60)) } as const;
const CMD = { id: text(16, 1), op: titled("Operation", oneOf(OPS)) } as const;
const NOTICE = { online: isBoolean, id: text(24), start: text(16, 1) } as const;

/** The fields of each payload except `v`. */
export const DOWN_SHAPES = {
  display: DISPLAY,
  beadsAck: BEADS_ACK,
  actAck: ACT_ACK,
  complaint: COMPLAINT,
  cmd: CMD,
  notice: NOTICE,
} as const;

/** Parses `down/display`. */
export function parseDisplay(payload: Uint8Array): Parsed<Display> {
  return readPayload<Display>(payload, (fields) => pick(fields, DISPLAY));
}

/** Parses `down/ack`. */
export function parseAck(payload: Uint8Array): Parsed<Ack> {
  return readPayload<Ack>(payload, (fields) => {
    if ("slot" in fields) {
      return andThen(pick(fields, BEADS_ACK), (ack) => ({ value: { about: "beads", ...ack } }));
    }
    if ("seq" in fields)
      return andThen(pick(fields, ACT_ACK), (ack) => ({ value: { about: "act", ...ack } }));
    return andThen(pick(fields, COMPLAINT), (ack) => ({ value: { about: "message", ...ack } }));
  });
}

/** Parses `down/cmd`. */
export function parseCmd(payload: Uint8Array): Parsed<Cmd> {
  return readPayload<Cmd>(payload, (fields) => pick(fields, CMD));
}

/** Parses `_bridge/<id>`. */
export function parseBridgeNotice(payload: Uint8Array): Parsed<BridgeNotice> {
  return readPayload<BridgeNotice>(payload, (fields) => pick(fields, NOTICE));
}

export function formatDisplay(display: Display): string {
  return writePayload(display);
}

export function formatAck({ about, ...ack }: Ack): string {
  return writePayload(about === "message" ? { verdict: "invalid", ...ack } : ack);
}

export function formatCmd(cmd: Cmd): string {
  return writePayload(cmd);
}

export function formatBridgeNotice(notice: BridgeNotice): string {
  return writePayload({ ...notice, versions: [VERSION] });
}
