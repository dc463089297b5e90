import { z } from "zod";
import { NAME_LENGTH } from "../limits.ts";
import { OPERATOR_ROLES, SANCTION_KINDS } from "../vocabulary.ts";
import { PasskeyResponse } from "./players.ts";

/* Requests of operators, their programs and bridges (`OPERATOR_PATHS`). */

/** A line of text without invisible characters. */
const line = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim())
    .pipe(z.string().min(1).max(max));

const DATE = z.int().min(0);

export const OperatorSignIn = z.object({
  name: line(NAME_LENGTH).describe("The operator's own, which the audit log has."),
  password: z.string().max(1000).describe("`ADMIN_PASSWORD`, until an administrator has a passkey."),
});
export type OperatorSignIn = z.input<typeof OperatorSignIn>;

/** The secret of an invitation. */
const invitation = z.string().min(1).max(64).describe("The secret in the link of an invitation.");

export const InvitationRequest = z.object({ invitation });
export type InvitationRequest = z.input<typeof InvitationRequest>;

export const JoinRequest = z.object({ invitation, response: PasskeyResponse });
export type JoinRequest = z.input<typeof JoinRequest>;

export const InviteRequest = z.object({
  name: line(NAME_LENGTH).describe(
    "Whom the audit log names. No two operators have names that look the same.",
  ),
  role: z.enum(OPERATOR_ROLES),
});
export type InviteRequest = z.input<typeof InviteRequest>;

export const ReasonRequest = z.object({ reason: line(200).describe("Players who are concerned are told.") });
export type ReasonRequest = z.input<typeof ReasonRequest>;

export const RoleRequest = ReasonRequest.extend({ role: z.enum(OPERATOR_ROLES) });
export type RoleRequest = z.input<typeof RoleRequest>;

export const RemoveRequest = ReasonRequest.extend({ seat: z.string().max(64) });
export type RemoveRequest = z.input<typeof RemoveRequest>;

/** `item`: of a comment, a mark or a branch, which is removed alone. */
export const DeleteStudyRequest = ReasonRequest.extend({ item: z.string().max(40).optional() });
export type DeleteStudyRequest = z.input<typeof DeleteStudyRequest>;

/** Exactly one of `player` and `addresses`. */
export const SanctionRequest = ReasonRequest.extend({
  kind: z.enum(SANCTION_KINDS),
  player: z
    .string()
    .regex(/^[A-Za-z0-9]{12}$/)
    .optional()
    .describe("A player's id."),
  addresses: z
    .string()
    .max(64)
    .optional()
    .describe("An address, or a network as `203.0.113.0/24` or `2001:db8::/48`."),
  until: DATE.describe("When it ends, at most 10 years from now."),
}).refine(({ player, addresses }) => (player === undefined) !== (addresses === undefined), {
  path: ["player"],
});
export type SanctionRequest = z.input<typeof SanctionRequest>;

export const AccountsRequest = ReasonRequest.extend({
  players: z
    .array(z.string().regex(/^[A-Za-z0-9]{12}$/))
    .min(2)
    .max(20)
    .describe("Ids of accounts."),
});
export type AccountsRequest = z.input<typeof AccountsRequest>;

export const AnnounceRequest = z.object({
  text: line(200),
  startsAt: DATE.nullable().default(null),
  until: DATE.describe("At most 30 days from now."),
});
export type AnnounceRequest = z.input<typeof AnnounceRequest>;

const PAGE = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .default("1")
  .transform(Number)
  .describe("From 1.");

/** In a query. */
export const OperatorSearch = z.object({
  search: z.string().max(64).default("").describe("A part of a code, an id or a name at the table."),
  show: z.enum(["all", "reported", "stuck"]).default("all"),
  page: PAGE,
});
export type OperatorSearch = z.input<typeof OperatorSearch>;

/** In a query. */
export const ReportQuery = z.object({
  state: z.enum(["open", "settled"]).default("open"),
  target: z.string().max(64).optional().describe("That of a `ReportGroup`: it alone, with its reports."),
  page: PAGE,
});
export type ReportQuery = z.input<typeof ReportQuery>;

const NAMED = z.array(z.string().max(64)).max(100).default([]);

/** At least one report or target. */
export const SettleRequest = ReasonRequest.extend({
  reports: NAMED.describe("Ids of reports."),
  targets: NAMED.describe("Those of `ReportGroup`s."),
  before: DATE.optional().describe("Only what was filed until then."),
}).refine(({ reports, targets }) => reports.length + targets.length > 0, { path: ["reports"] });
export type SettleRequest = z.input<typeof SettleRequest>;

/** In a query. */
export const AuditQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .optional(),
});

/** How temples reach a broker (temple protocol P-1). */
export const TempleBroker = z.object({
  url: z
    .url({ protocol: /^mqtts?$/ })
    .max(300)
    .describe("`mqtt://<host>:<port>`, or with TLS `mqtts://`."),
  pin: z
    .string()
    .regex(/^([0-9a-f]{64}|public)$/)
    .nullable()
    .describe(
      "SHA-256 of the public key of the CA of its certificate (A-4), or `public`; `null`: it is not known, or there is no TLS.",
    ),
});
export type TempleBroker = z.infer<typeof TempleBroker>;

export const BridgeRequest = z.object({
  bridge: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{3,23}$/)
    .describe("`BRIDGE_ID`"),
  broker: TempleBroker.exactOptional().describe("How temples reach its broker, if it knows."),
});
export type BridgeRequest = z.input<typeof BridgeRequest>;

export const EnrolRequest = z.object({ templeId: z.string() });
export type EnrolRequest = z.input<typeof EnrolRequest>;

/** Replaces the database with the last uploaded file, or with a kept one. */
export const RestoreRequest = z.object({
  restore: z.string().describe("`restore` of an `UploadedDatabase`, or the `id` of a `KeptDatabase`."),
});
export type RestoreRequest = z.input<typeof RestoreRequest>;
