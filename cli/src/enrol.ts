import { type Enrolled, PATHS } from "@flower-war/client-sdk/protocol";
import { EXIT } from "./failure.ts";
import { ask, hasText, parseJson, refusal } from "./http.ts";

const EXIT_OF: { readonly [code: string]: number } = {
  "bad-temple-id": EXIT.usage,
  "temple-known": EXIT.known,
  unauthorized: EXIT.unauthorized,
};

/**
 * Enrols a temple at a server (temple protocol P-1).
 * @param server its address, e.g. `http://localhost:2567`, without a trailing slash
 * @throws Failure
 */
export async function enrol(server: string, password: string, templeId: string): Promise<Enrolled> {
  const answer = await ask(`${server}${PATHS.temples}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${password}`, "Content-Type": "application/json" },
    body: JSON.stringify({ templeId }),
  });
  const body = parseJson(answer.text);
  if (answer.status < 300 && isEnrolled(body)) return body;
  throw refusal(server, answer, EXIT_OF);
}

function isEnrolled(body: unknown): body is Enrolled {
  return hasText(body, "templeId") && hasText(body, "secret");
}
