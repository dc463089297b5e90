import { Refusal } from "@flower-war/client-sdk";
import { OPERATOR_PATHS } from "@flower-war/client-sdk/admin";

type Path = keyof typeof OPERATOR_PATHS;

/** Parts of a path, and its query. */
interface At {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** Asks the operator's listener. Rejects with a `Refusal`, with `unreachable` if it does not answer. */
export function get<Answer>(path: Path, at: At = {}): Promise<Answer> {
  return send<Answer>("GET", path, at);
}

/** Posts a body; else as `get`. */
export function post<Answer>(path: Path, body: object, at: At = {}): Promise<Answer> {
  return send<Answer>("POST", path, at, body);
}

/** Deletes; else as `get`. */
export async function remove(path: Path): Promise<void> {
  await send<unknown>("DELETE", path, {});
}

async function send<Answer>(
  method: string,
  path: Path,
  { id = "", query }: At,
  body?: object,
): Promise<Answer> {
  const url = OPERATOR_PATHS[path].replace(":id", encodeURIComponent(id));
  const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { "content-type": "application/json" };
  const response = await fetch(url + search, { method, headers, ...init }).catch((cause: unknown) => {
    throw new Refusal({ code: "unreachable", message: "the server does not answer" }, { cause });
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Refusal(answer as ConstructorParameters<typeof Refusal>[0]);
  return answer as Answer;
}
