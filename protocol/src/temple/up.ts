import {
  type Check,
  type Checked,
  hexId,
  integer,
  listOf,
  oneOf,
  optional,
  perSlot,
  text,
  titled,
  U32,
  u32,
} from "./checks.ts";
import { andThen, badField, type Parsed, pick, readPayload, writePayload } from "./payload.ts";
import { type BySlot, type CountingFields, SLOTS, type Slot } from "./types.ts";

/** The messages of a temple: `up/state`, `up/bead` and `up/act` (docs/temple-protocol.md section 3). */

/** `up/state` of an online temple. */
export interface OnlineState extends CountingFields {
  readonly online: true;
  /** +1 per successful CONNECT of this boot, from 1. */
  readonly conn: number;
  /** 1-3 (V-2) */
  readonly level: number;
  readonly fw: string;
  readonly hw?: string;
  /** dBm */
  readonly rssi?: number;
  /** Why it started, like `power-on` or `watchdog`. */
  readonly reset?: string;
  /** BCP 47, for a display's `lines`. */
  readonly lang?: string;
  readonly caps?: readonly string[];
  readonly faults?: readonly string[];
}

/** `up/state` of an offline temple: the last will, or a clean goodbye with its `why`. */
export interface OfflineState {
  readonly online: false;
  readonly boot: string;
  readonly conn: number;
  readonly why?: "off" | "sleep" | "update";
}

export type State = OnlineState | OfflineState;

/** `up/bead`: one bead has fallen. */
export interface Bead extends CountingFields {
  readonly slot: Slot;
  /** The ordinal: `count[slot]` just after the bead fell. */
  readonly n: number;
  /** Uptime in ms when the beam cleared. */
  readonly at: number;
}

/** `up/act`: a button was pressed. */
export type Act = { readonly boot: string; readonly seq: number } & (
  | { readonly act: "returned"; readonly slot: Slot; readonly num: number }
  | { readonly act: "pair" | "unpair" }
);

const slot = titled("Slot", oneOf(SLOTS));
const counts = titled("Counts", perSlot(u32));
const mark: Check<string> = text(24, 1);

const COUNTING = {
  boot: hexId,
  epoch: hexId,
  seq: u32,
  count: counts,
  mark: optional(mark),
  base: optional(counts),
  up: u32,
} as const;

const ONLINE = {
  ...COUNTING,
  conn: integer(1, U32),
  level: integer(1, 3),
  fw: text(40),
  hw: optional(text(24)),
  rssi: optional(integer(-200, 100)),
  reset: optional(text(24)),
  lang: optional(text(35)),
  caps: optional(listOf(titled("Capability", text(24)), 16)),
  faults: optional(listOf(titled("Fault", text(24)), 16)),
} as const;

const OFFLINE = {
  boot: hexId,
  conn: integer(1, U32),
  why: optional(titled("GoodbyeCause", oneOf(["off", "sleep", "update"]))),
} as const;

const BEAD = { ...COUNTING, slot, n: integer(1, U32), at: u32 } as const;

const BUTTON = { boot: hexId, seq: u32, act: titled("Button", oneOf(["pair", "unpair"])) } as const;
const RETURNED = { boot: hexId, seq: u32, act: oneOf(["returned"]), slot, num: integer(1, 99) } as const;

/** The fields of each payload except `v`. */
export const UP_SHAPES = {
  online: ONLINE,
  offline: OFFLINE,
  bead: BEAD,
  button: BUTTON,
  returned: RETURNED,
} as const;

/** Parses `up/state`. */
export function parseState(payload: Uint8Array): Parsed<State> {
  return readPayload<State>(payload, (fields) => {
    if (fields.online === true) {
      return andThen(counting(pick(fields, ONLINE)), (state) => ({ value: { online: true, ...state } }));
    }
    if (fields.online !== false) return badField("online");
    return andThen(pick(fields, OFFLINE), (state) => ({ value: { online: false, ...state } }));
  });
}

/** Parses `up/bead`. */
export function parseBead(payload: Uint8Array): Parsed<Bead> {
  return readPayload<Bead>(payload, (fields) =>
    andThen(
      counting(pick(fields, BEAD)),
      (bead): Parsed<Bead> => (bead.n > bead.count[bead.slot] ? badField("n") : { value: bead }),
    ),
  );
}

/** Parses `up/act`. */
export function parseAct(payload: Uint8Array): Parsed<Act> {
  return readPayload<Act>(payload, (fields) =>
    fields.act === "returned" ? pick(fields, RETURNED) : pick(fields, BUTTON),
  );
}

export function formatState(state: State): string {
  return writePayload(state.online ? withStamp(state) : state);
}

export function formatBead(bead: Bead): string {
  return writePayload(withStamp(bead));
}

export function formatAct(act: Act): string {
  return writePayload(act);
}

/** Writes the stamp as its two fields on the wire, `mark` and `base`. */
function withStamp({ stamp, ...fields }: CountingFields): object {
  return { ...fields, ...stamp };
}

type Wire = Checked<typeof COUNTING>;
type Counted<W extends Wire> = Omit<W, "mark" | "base" | "count"> & Pick<CountingFields, "count" | "stamp">;

/** Reads the stamp from `mark` and `base`; one without the other is a fault. */
function counting<W extends Wire>(parsed: Parsed<W>): Parsed<Counted<W>> {
  return andThen<W, Counted<W>>(parsed, ({ mark, base, count, ...fields }) => {
    const counted = { ...fields, count: slots(count) };
    if (mark !== undefined && base !== undefined) {
      return { value: { ...counted, stamp: { mark, base: slots(base) } } };
    }
    if (mark === undefined && base === undefined) return { value: { ...counted, stamp: null } };
    return badField(mark === undefined ? "mark" : "base");
  });
}

/** Drops unknown fields, which are ignored in nested objects too. */
function slots({ h, t }: BySlot): BySlot {
  return { h, t };
}
