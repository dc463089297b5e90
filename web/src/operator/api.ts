import { Refusal } from "@flower-war/client-sdk";
import { type ImportedMatch, OPERATOR_PATHS } from "@flower-war/client-sdk/admin";

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

/** A match as a file, and its name. */
interface MatchFile {
  readonly name: string;
  readonly text: string;
}

/** Reads a match as a file. @param moves whether it ends here, and what its players are told; `null`: it goes on */
export async function readMatchFile(
  id: string,
  moves: { readonly reason: string } | null,
): Promise<MatchFile> {
  const response = await request(moves === null ? "GET" : "POST", "matchFile", { id }, json(moves));
  const [, name = `${id}.jsonl`] =
    /filename="?([\w.-]+)/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name, text: await response.text() };
}

/** Sends a match's file. @param check whether the server only says if it would take it */
export async function sendMatchFile(file: Blob, check: boolean): Promise<ImportedMatch> {
  const query = check ? { check: "true" } : {};
  const headers = { "content-type": "application/x-ndjson" };
  const response = await request("POST", "matchFiles", { query }, { headers, body: file });
  return (await response.json()) as ImportedMatch;
}

async function send<Answer>(method: string, path: Path, at: At, body: object | null = null): Promise<Answer> {
  return (await (await request(method, path, at, json(body))).json()) as Answer;
}

const json = (body: object | null): RequestInit => ({
  headers: { "content-type": "application/json" },
  ...(body !== null && { body: JSON.stringify(body) }),
});

/** Returns an answer that is no refusal. */
async function request(
  method: string,
  path: Path,
  { id = "", query }: At,
  init: RequestInit,
): Promise<Response> {
  const url = OPERATOR_PATHS[path].replace(":id", encodeURIComponent(id));
  const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
  const response = await fetch(url + search, { method, ...init }).catch((cause: unknown) => {
    throw new Refusal({ code: "unreachable", message: "the server does not answer" }, { cause });
  });
  if (response.ok) return response;
  throw new Refusal((await response.json()) as ConstructorParameters<typeof Refusal>[0]);
}
