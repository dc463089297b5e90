import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PATHS } from "@flower-war/client-sdk/protocol";
import { z } from "zod";

export interface EnrolOptions {
  readonly templeId: string;
  readonly serverUrl: string;
  readonly dataDir: string;
  /** Left out: the one that the server keeps in its data folder in development. */
  readonly adminPassword?: string | undefined;
}

/** The temple cannot have a secret; the message is one sentence that says what to do. */
export class EnrolError extends Error {
  override readonly name = "EnrolError";
}

const ENROLLED = z.object({ secret: z.string().min(1) });
const FAULT = z.object({ code: z.string() });

/** The temple's secret: kept from an earlier start, or asked of the server and kept. */
export async function enrol(options: EnrolOptions): Promise<string> {
  const file = join(options.dataDir, `simulator-${options.templeId}`);
  const kept = await readIfThere(file);
  if (kept !== null) return kept;
  const secret = await askServer(options, file);
  await mkdir(options.dataDir, { recursive: true });
  await writeFile(file, secret, { mode: 0o600 });
  return secret;
}

async function askServer(options: EnrolOptions, file: string): Promise<string> {
  const { templeId, serverUrl } = options;
  const response = await fetch(serverUrl + PATHS.temples, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${await adminPassword(options)}` },
    body: JSON.stringify({ templeId }),
  }).catch(() => {
    throw new EnrolError(`No server answers at ${serverUrl}: start it with "npm start", or set SERVER_URL.`);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return ENROLLED.parse(answer).secret;
  const code = FAULT.safeParse(answer).data?.code ?? `http-${response.status}`;
  if (code === "temple-known") {
    throw new EnrolError(
      `${templeId} is enrolled already and its secret is not in ${file}: give it with --secret.`,
    );
  }
  throw new EnrolError(`The server does not enrol ${templeId}: ${code}.`);
}

async function adminPassword({ adminPassword, dataDir }: EnrolOptions): Promise<string> {
  const file = join(dataDir, "admin-password");
  const password = adminPassword ?? (await readIfThere(file));
  if (password !== null) return password;
  throw new EnrolError(`To enrol a temple set ADMIN_PASSWORD: there is none in ${file}.`);
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch {
    return null;
  }
}
