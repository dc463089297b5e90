/** Runs before each test file: `fetch` fails in the server's tests if an answer is not as server/openapi.json says. */
import { expect } from "vitest";

const UNCHECKED = Symbol.for("flower-war unchecked fetch");

/** Test files share a worker's globals: the `fetch` of an earlier file checks already. */
const shared = globalThis as { [UNCHECKED]?: typeof fetch };
const fetchAnything = (shared[UNCHECKED] ??= globalThis.fetch);

// The operator's listener is not what the document describes.
const isOfServer = /\/server\/test\/(?!operator\/)/.test(expect.getState().testPath ?? "");

/** Paths of the server; others are those of other servers in the tests, or the page's. */
const OWN = /^\/(api|healthz|readyz|mail|firmware)(\/|$)/;

globalThis.fetch = isOfServer
  ? async (...asked: Parameters<typeof fetch>) => {
      const response = await fetchAnything(...asked);
      if (isAbout(asked, response)) await check(asked, response);
      return response;
    }
  : fetchAnything;

function isAbout([input, init]: Parameters<typeof fetch>, { headers }: Response): boolean {
  return (
    (typeof input === "string" || input instanceof URL) &&
    ["GET", "POST", "PATCH", "DELETE"].includes(init?.method ?? "GET") &&
    /^application\/json\b/.test(headers.get("content-type") ?? "") &&
    OWN.test(new URL(input).pathname)
  );
}

async function check([input, init]: Parameters<typeof fetch>, response: Response): Promise<void> {
  const { requireDocumented } = await import("./documented-answers.ts");
  const answer: unknown = await response.clone().json();
  const { pathname: path } = new URL(input as string | URL);
  const isForm = new Headers(init?.headers).get("content-type")?.includes("form") ?? false;
  const sent =
    typeof init?.body === "string" && !isForm && response.ok
      ? { sent: JSON.parse(init.body) as unknown }
      : {};
  requireDocumented({ method: init?.method ?? "GET", path, ...sent, status: response.status, answer });
}
