import {
  type AuditCheck,
  type Enrolled,
  type EnrolRequest,
  type FirmwareImage,
  OPERATOR_PATHS,
  type OperatorAccount,
  type OperatorInvitation,
  type OperatorList,
  type OperatorRole,
  type RequestedUpdate,
  type TempleBroker,
  type TempleList,
} from "@flower-war/protocol/operator";
import { systemRandom, systemTime, type Time } from "@flower-war/protocol/ports";
import {
  integer,
  isBoolean,
  listOf,
  nullable,
  optional,
  shaped,
  text,
  UP_SHAPES,
} from "@flower-war/protocol/temple";
import { type Fetch, globalFetch, HttpClient } from "./http.ts";
import { connectionRefusal } from "./refusal.ts";

export { PATHS, parseEntry } from "@flower-war/protocol";
export {
  type AuditCheck,
  type AuditEntry,
  type AuditLog,
  type ImportedMatch,
  type InstallBuild,
  type InstallManifest,
  mayDo,
  OPERATOR_PATHS,
  type OperatorAccount,
  type OperatorAct,
  type OperatorInvitation,
  type OperatorInvited,
  type OperatorList,
  type OperatorListing,
  type OperatorMatch,
  type OperatorMatchPage,
  type OperatorOverview,
  type OperatorRole,
  type OperatorSession,
  type Report,
  type ReportGroup,
  type ReportHead,
  type ReportList,
  type Sanction,
  type SanctionList,
  type SuspectedGroup,
} from "@flower-war/protocol/operator";

/** Milliseconds to wait for an answer. */
const TIMEOUT = 10_000;

const isEnrolled = shaped({ templeId: text(24, 1), secret: text(1024, 1) });

/** A temple's health, as it reported it. */
const { fw, hw, rssi, up, reset, count, faults } = UP_SHAPES.online;

const isTempleList = shaped({
  temples: listOf(
    shaped({
      templeId: text(24, 1),
      enrolledAt: integer(0, Number.MAX_SAFE_INTEGER),
      online: isBoolean,
      match: nullable(text(64, 1)),
      health: optional(
        nullable(shaped({ fw, hw, rssi, up, reset, count, faults, at: integer(0, Number.MAX_SAFE_INTEGER) })),
      ),
    }),
    1_000_000,
  ),
});

const isKnownBroker = shaped({
  broker: nullable(shaped({ url: text(300, 1), pin: nullable(text(64, 64)) })),
});

const isFirmwareList = shaped({ images: listOf(shaped({ chip: text(12, 1), version: text(32, 1) }), 100) });

const isRequestedUpdate = shaped({ templeId: text(24, 1), version: text(32, 1) });

const isAuditCheck = shaped({
  entries: integer(0, Number.MAX_SAFE_INTEGER),
  unchained: integer(0, Number.MAX_SAFE_INTEGER),
  last: nullable(shaped({ n: integer(0, Number.MAX_SAFE_INTEGER), hash: text(64, 0) })),
  fault: nullable(
    shaped({
      kind: text(32, 1),
      n: integer(0, Number.MAX_SAFE_INTEGER),
      entry: nullable(text(64, 0)),
    }),
  ),
});

const DATE = integer(0, Number.MAX_SAFE_INTEGER);

const isOperatorList = shaped({
  operators: listOf(
    shaped({
      id: text(64, 1),
      name: text(64, 1),
      role: text(32, 1),
      createdAt: DATE,
      passkeys: integer(0, 1_000),
      usedAt: nullable(DATE),
      invitedUntil: nullable(DATE),
      invitedBy: nullable(text(64, 1)),
    }),
    1_000_000,
  ),
});

const isInvitation = shaped({
  account: text(64, 1),
  name: text(64, 1),
  role: text(32, 1),
  invitation: text(256, 1),
  until: DATE,
});

/** Replaces parts of the runtime, for tests and other runtimes. */
export interface AdminOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** Default: the machine's. */
  readonly time?: Time;
}

/**
 * Enrols a temple at a server (temple protocol P-1). The answer holds the temple's secret; the server never shows it again.
 * Rejects with a `Refusal`: `bad-temple-id`, `temple-known`, `unauthorized`, or one of `CONNECTION_CODES`.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 */
export async function enrol(
  operatorUrl: string,
  password: string,
  templeId: string,
  options?: AdminOptions,
): Promise<Enrolled> {
  const request: EnrolRequest = { templeId };
  const answer = await adminClient(operatorUrl, password, options).post<unknown>(
    OPERATOR_PATHS.temples,
    request,
  );
  if (!isEnrolled(answer)) throw connectionRefusal("unreachable");
  return answer;
}

/**
 * Lists the temples that are enrolled at a server, ordered by id.
 * Rejects with a `Refusal`: `unauthorized`, or one of `CONNECTION_CODES`.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 */
export async function listTemples(
  operatorUrl: string,
  password: string,
  options?: AdminOptions,
): Promise<TempleList["temples"]> {
  const answer = await adminClient(operatorUrl, password, options).getJson<unknown>(OPERATOR_PATHS.temples);
  if (!isTempleList(answer)) throw connectionRefusal("unreachable");
  // An older server says nothing of their health.
  return answer.temples.map(({ health = null, ...temple }) => ({ ...temple, health }));
}

/**
 * Returns how temples reach the broker, as a bridge says that is connected to a server; `null`: none of them knows.
 * Rejects with a `Refusal`: `unauthorized`, or one of `CONNECTION_CODES`.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 */
export async function findTempleBroker(
  operatorUrl: string,
  password: string,
  options?: AdminOptions,
): Promise<TempleBroker | null> {
  const answer = await adminClient(operatorUrl, password, options).getJson<unknown>(
    OPERATOR_PATHS.templeBroker,
  );
  if (!isKnownBroker(answer)) throw connectionRefusal("unreachable");
  return answer.broker;
}

/**
 * Lists the images of temples' firmware that a server has for updates, ordered by chip.
 * Rejects with a `Refusal`: `unauthorized`, or one of `CONNECTION_CODES`; `not-found`: the server is older.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 */
export async function listFirmware(
  operatorUrl: string,
  password: string,
  options?: AdminOptions,
): Promise<FirmwareImage[]> {
  const answer = await adminClient(operatorUrl, password, options).getJson<unknown>(
    OPERATOR_PATHS.templeFirmware,
  );
  if (!isFirmwareList(answer)) throw connectionRefusal("unreachable");
  return [...answer.images];
}

/**
 * Makes a temple look for a newer firmware now, instead of once a day. It restarts when no player is about to drop a bead or owes one.
 * Rejects with a `Refusal`: `unknown-temple`, `temple-offline`, `no-image`, `no-update`, `unauthorized`, or one of
 * `CONNECTION_CODES`; `not-found`: the server is older.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 */
export async function requestUpdate(
  operatorUrl: string,
  password: string,
  templeId: string,
  options?: AdminOptions,
): Promise<RequestedUpdate> {
  const path = OPERATOR_PATHS.templeUpdate.replace(":id", encodeURIComponent(templeId));
  const answer = await adminClient(operatorUrl, password, options).post<unknown>(path, {});
  if (!isRequestedUpdate(answer)) throw connectionRefusal("unreachable");
  return answer;
}

/**
 * Revokes a temple's access to a server (temple protocol A-1): its secret becomes invalid, its binding to a match ends, and
 * its id can be enrolled again.
 * Rejects with a `Refusal`: `unknown-temple`, `unauthorized`, or one of `CONNECTION_CODES`.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 */
export async function revoke(
  operatorUrl: string,
  password: string,
  templeId: string,
  options?: AdminOptions,
): Promise<void> {
  await adminClient(operatorUrl, password, options).delete(
    OPERATOR_PATHS.temple.replace(":id", encodeURIComponent(templeId)),
  );
}

/**
 * Checks whether the operators' audit log is as it was written.
 * Rejects with a `Refusal`: `unauthorized`, also by a server of 0.3.0, or one of `CONNECTION_CODES`; `not-found`: the server is older.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 */
export async function checkAudit(
  operatorUrl: string,
  password: string,
  options?: AdminOptions,
): Promise<AuditCheck> {
  const answer = await adminClient(operatorUrl, password, options).getJson<unknown>(
    OPERATOR_PATHS.auditCheck,
  );
  if (!isAuditCheck(answer)) throw connectionRefusal("unreachable");
  return answer as AuditCheck;
}

/**
 * Lists the accounts of operators, in the order in which they were invited first.
 * Rejects with a `Refusal`: `unauthorized`, also by a server of 0.3.0, or one of `CONNECTION_CODES`; `not-found`: the server is older.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 */
export async function listOperators(
  operatorUrl: string,
  password: string,
  options?: AdminOptions,
): Promise<OperatorAccount[]> {
  const answer = await adminClient(operatorUrl, password, options).getJson<unknown>(OPERATOR_PATHS.operators);
  if (!isOperatorList(answer)) throw connectionRefusal("unreachable");
  return [...(answer as OperatorList).operators];
}

/**
 * Invites a new operator. The invitation is good for an hour: `until`.
 * Rejects with a `Refusal`: `operator-known`, `bad-request`, or as `listOperators`.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 * @param operator a name that no operator has, and the role
 */
export function inviteOperator(
  operatorUrl: string,
  password: string,
  operator: { readonly name: string; readonly role: OperatorRole },
  options?: AdminOptions,
): Promise<OperatorInvitation> {
  return postInvitation(OPERATOR_PATHS.operators, operator, adminClient(operatorUrl, password, options));
}

/**
 * Invites an operator to add another passkey. Earlier invitations of theirs are void.
 * Rejects with a `Refusal`: `unknown-operator`, or as `listOperators`.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 * @param id of the account
 */
export function inviteOperatorAgain(
  operatorUrl: string,
  password: string,
  id: string,
  options?: AdminOptions,
): Promise<OperatorInvitation> {
  const path = OPERATOR_PATHS.invite.replace(":id", encodeURIComponent(id));
  return postInvitation(path, {}, adminClient(operatorUrl, password, options));
}

/**
 * Removes an operator, who is signed out everywhere.
 * Rejects with a `Refusal`: `unknown-operator`, `bad-request`, or as `listOperators`.
 * @param operatorUrl of the operator's listener, without a trailing slash
 * @param password the server's `ADMIN_PASSWORD`
 * @param operator the account's id, and why, for the audit log: 1 to 200 characters
 */
export async function removeOperator(
  operatorUrl: string,
  password: string,
  { id, reason }: { readonly id: string; readonly reason: string },
  options?: AdminOptions,
): Promise<void> {
  const path = OPERATOR_PATHS.removeOperator.replace(":id", encodeURIComponent(id));
  await adminClient(operatorUrl, password, options).post<unknown>(path, { reason });
}

async function postInvitation(path: string, body: object, client: HttpClient): Promise<OperatorInvitation> {
  const answer = await client.post<unknown>(path, body);
  if (!isInvitation(answer)) throw connectionRefusal("unreachable");
  return answer as OperatorInvitation;
}

function adminClient(base: string, password: string, options: AdminOptions = {}): HttpClient {
  const { fetch = globalFetch, time = systemTime } = options;
  const headers = { authorization: `Bearer ${password}` };
  return new HttpClient({ base, timeout: TIMEOUT, fetch, time, random: systemRandom, headers });
}
