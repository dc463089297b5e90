import { getJson, post, remove } from "../http.ts";
import type { Fetch } from "../ports.ts";
import { type Enrolled, type EnrolRequest, PATHS, type TempleList } from "../protocol.ts";
import { connectionRefusal } from "../refusal.ts";
import { integer, isBoolean, listOf, nullable, shaped, text } from "./checks.ts";

/** ms until a server that says nothing counts as out of reach. */
const PATIENCE = 10_000;

const isEnrolled = shaped({ templeId: text(24, 1), secret: text(1024, 1) });

const isTempleList = shaped({
  temples: listOf(
    shaped({
      templeId: text(24, 1),
      enrolledAt: integer(0, Number.MAX_SAFE_INTEGER),
      online: isBoolean,
      match: nullable(text(64, 1)),
    }),
    1_000_000,
  ),
});

/**
 * Enrols a temple at a server, in its admin's name (P-1); the answer tells the temple's secret this once.
 * Rejects with a `Refusal`: `bad-temple-id`, `temple-known`, `unauthorized`, or one of `CONNECTION_CODES`.
 * @param serverUrl without a trailing slash
 * @param send default: the global `fetch`
 */
export async function enrol(
  serverUrl: string,
  password: string,
  templeId: string,
  send: Fetch = (url, init) => fetch(url, init),
): Promise<Enrolled> {
  const request: EnrolRequest = { templeId };
  const headers = { authorization: `Bearer ${password}` };
  const answer = await post<unknown>(send, serverUrl, PATHS.temples, request, PATIENCE, headers);
  if (!isEnrolled(answer)) throw connectionRefusal("unreachable");
  return answer;
}

/**
 * The temples that are enrolled at a server, told to its admin.
 * Rejects with a `Refusal`: `unauthorized`, or one of `CONNECTION_CODES`.
 * @param serverUrl without a trailing slash
 * @param send default: the global `fetch`
 */
export async function listTemples(
  serverUrl: string,
  password: string,
  send: Fetch = (url, init) => fetch(url, init),
): Promise<TempleList["temples"]> {
  const headers = { authorization: `Bearer ${password}` };
  const answer = await getJson<unknown>(send, serverUrl + PATHS.temples, PATIENCE, headers);
  if (!isTempleList(answer)) throw connectionRefusal("unreachable");
  return [...answer.temples];
}

/**
 * Takes a temple's access away at a server, in its admin's name: its secret is worth nothing any more, its binding
 * ends, and its id may be enrolled anew.
 * Rejects with a `Refusal`: `unknown-temple`, `unauthorized`, or one of `CONNECTION_CODES`.
 * @param serverUrl without a trailing slash
 * @param send default: the global `fetch`
 */
export async function revoke(
  serverUrl: string,
  password: string,
  templeId: string,
  send: Fetch = (url, init) => fetch(url, init),
): Promise<void> {
  const headers = { authorization: `Bearer ${password}` };
  await remove(send, serverUrl, PATHS.temple.replace(":id", templeId), PATIENCE, headers);
}
