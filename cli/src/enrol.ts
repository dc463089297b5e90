import type {
  Enrolled,
  FirmwareImage,
  RequestedUpdate,
  TempleBroker,
  TempleList,
} from "@flower-war/protocol";
import {
  enrol as requestEnrolment,
  findTempleBroker,
  listFirmware as requestFirmware,
  listTemples as requestList,
  requestUpdate,
  revoke as requestRevocation,
} from "@flower-war/client-sdk/admin";
import { Refusal } from "@flower-war/client-sdk";
import { EXIT, Failure } from "./failure.ts";
import { notOperator, reasonOf } from "./http.ts";

const EXIT_OF: { readonly [code: string]: number } = {
  "bad-temple-id": EXIT.usage,
  "temple-known": EXIT.known,
  "unknown-temple": EXIT.unknown,
  "temple-offline": EXIT.offline,
  "no-image": EXIT.noUpdate,
  "no-update": EXIT.noUpdate,
  unauthorized: EXIT.unauthorized,
};

/**
 * Enrols a temple at a server (temple protocol P-1).
 * @param server the address of its operator's listener, e.g. `http://localhost:2568`, without a trailing slash
 * @throws Failure
 */
export function enrol(server: string, password: string, templeId: string): Promise<Enrolled> {
  return orFailure(server, requestEnrolment(server, password, templeId));
}

/**
 * Returns how temples reach the broker, as a bridge says that is connected to a server; `null`: none of them knows.
 * @param server as for `enrol`
 * @throws Failure
 */
export function findBroker(server: string, password: string): Promise<TempleBroker | null> {
  return orFailure(server, findTempleBroker(server, password));
}

/**
 * Lists the temples that are enrolled at a server.
 * @param server as for `enrol`
 * @throws Failure
 */
export function listTemples(server: string, password: string): Promise<TempleList["temples"]> {
  return orFailure(server, requestList(server, password));
}

/**
 * Lists the images of temples' firmware that a server has for updates.
 * @param server as for `enrol`
 * @throws Failure
 */
export function listFirmware(server: string, password: string): Promise<FirmwareImage[]> {
  return orFailure(server, requestFirmware(server, password));
}

/**
 * Revokes a temple at a server (temple protocol A-1).
 * @param server as for `enrol`
 * @throws Failure
 */
export function revoke(server: string, password: string, templeId: string): Promise<void> {
  return orFailure(server, requestRevocation(server, password, templeId));
}

/**
 * Makes a temple look for a newer firmware now.
 * @param server as for `enrol`
 * @throws Failure
 */
export function updateTemple(server: string, password: string, templeId: string): Promise<RequestedUpdate> {
  return orFailure(server, requestUpdate(server, password, templeId));
}

async function orFailure<T>(server: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Refusal ? toFailure(server, error) : error;
  }
}

function toFailure(server: string, { code, message, cause }: Refusal): Failure {
  if (code === "timeout") return new Failure(EXIT.unreachable, `No server answers at ${server} in time.`);
  // fetch rejects with a TypeError if it cannot connect.
  if (code === "unreachable" && cause instanceof TypeError) {
    return new Failure(EXIT.unreachable, `No server answers at ${server}: ${reasonOf(cause)}.`);
  }
  if (code === "unreachable")
    return new Failure(EXIT.failed, `What answers at ${server} is not a Flower War server.`);
  if (code === "not-found") return new Failure(EXIT.failed, notOperator(server));
  return new Failure(EXIT_OF[code] ?? EXIT.failed, `The server refused (${code}): ${message}.`);
}
