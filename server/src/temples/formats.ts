import {
  type BeadClaim,
  BEADS_PER_REQUEST,
  type BySlot,
  isId,
  LEASE,
  type Ledger,
  SLOTS,
  type TempleHealth,
  type TemplesRequests,
} from "@flower-war/protocol/temple";
import { z } from "zod";

/** The name of a request in the room `temples`, bridge to server. */
export type RequestName = keyof TemplesRequests;
export type Payload<T extends RequestName> = TemplesRequests[T]["payload"];
export type Answer<T extends RequestName> = TemplesRequests[T]["answer"];

const templeId = z.string().refine(isId);
const hex = z.string().regex(/^[0-9a-f]{8,16}$/i);
const u32 = z.int().min(0).max(4_294_967_295);
const bySlot = (value: z.ZodType<number>): z.ZodType<BySlot> => z.object({ h: value, t: value });

const ledger: z.ZodType<Ledger> = z.object({
  boot: hex,
  conn: u32,
  seq: u32.or(z.literal(-1)),
  epoch: hex,
  generation: u32,
  judged: bySlot(u32),
  fix: bySlot(z.int()),
  acts: z.array(z.string().max(32)).max(8),
  retiredBoots: z.array(hex).max(8),
  retiredEpochs: z.array(hex).max(8),
});

const bead: z.ZodType<BeadClaim> = z.object({
  name: z.object({ epoch: hex, generation: u32, slot: z.enum(SLOTS), n: u32.min(1) }),
  stamp: z.object({ mark: z.string().min(1).max(24), base: bySlot(u32) }).nullable(),
  recovered: z.boolean(),
  bounced: z.literal(true).exactOptional(),
  age: u32.exactOptional(),
});

/** The health that `up/state` reports, within its limits. */
const health: z.ZodType<TempleHealth> = z.object({
  fw: z.string().max(40),
  hw: z.string().max(24).exactOptional(),
  rssi: z.int().min(-200).max(100).exactOptional(),
  up: u32,
  reset: z.string().max(24).exactOptional(),
  count: bySlot(u32),
  faults: z.array(z.string().max(24)).max(16).exactOptional(),
});

/** The format of each request's payload. */
export const FORMATS: { readonly [T in RequestName]: z.ZodType<Payload<T>> } = {
  // Whatever a client gave the broker: a malformed id or secret is simply not a temple's.
  verify: z.object({ templeId: z.string(), secret: z.string() }),
  "temple-online": z.object({ templeId }),
  "temple-offline": z.object({ templeId }),
  enrolled: z.object({ templeIds: z.array(templeId).max(LEASE.temples) }),
  health: z.object({ templeId, health }),
  lease: z.object({ templeIds: z.array(templeId).max(LEASE.temples) }),
  code: z.object({ templeId }),
  judge: z.object({ templeId, ledger, beads: z.array(bead).max(BEADS_PER_REQUEST) }),
  returned: z.object({
    templeId,
    boot: hex,
    seq: u32,
    slot: z.enum(SLOTS),
    num: z.int().min(1).max(99),
  }),
  confirm: z.object({ templeId, id: z.string().max(64) }),
  unpair: z.object({ templeId }),
};
