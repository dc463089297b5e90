import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { enrol, Refusal } from "@flower-war/client-sdk/temple";

export interface EnrolOptions {
  readonly templeId: string;
  readonly serverUrl: string;
  readonly dataDir: string;
  /** Left out or empty: the one that the server keeps in its data folder in development. */
  readonly adminPassword?: string | undefined;
}

/** The temple cannot have a secret; the message is one sentence that says what to do. */
export class EnrolError extends Error {
  override readonly name = "EnrolError";
}

/** The temple's secret: kept from an earlier start, or asked of the server and kept. Throws `EnrolError`. */
export async function secretOf(options: EnrolOptions): Promise<string> {
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
  const password = await adminPassword(options);
  try {
    return (await enrol(serverUrl, password, templeId)).secret;
  } catch (error) {
    throw error instanceof Refusal ? new EnrolError(sentence(error, options, file)) : error;
  }
}

function sentence({ code }: Refusal, { templeId, serverUrl }: EnrolOptions, file: string): string {
  switch (code) {
    case "unreachable":
    case "timeout":
      return `No Flower War server answers at ${serverUrl}: start it with "npm start", or set SERVER_URL.`;
    case "temple-known":
      return `${templeId} is enrolled already and its secret is not in ${file}: give it with --secret.`;
    default:
      return `The server does not enrol ${templeId}: ${code}.`;
  }
}

async function adminPassword({ adminPassword, dataDir }: EnrolOptions): Promise<string> {
  const file = join(dataDir, "admin-password");
  const password = adminPassword || (await readIfThere(file));
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
