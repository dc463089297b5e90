import { post } from "../http.ts";
import type { Fetch } from "../ports.ts";
import { type Enrolled, type EnrolRequest, PATHS } from "../protocol.ts";
import { connectionRefusal } from "../refusal.ts";
import { shaped, text } from "./checks.ts";

/** ms until a server that says nothing counts as out of reach. */
const PATIENCE = 10_000;

const isEnrolled = shaped({ templeId: text(24, 1), secret: text(1024, 1) });

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
