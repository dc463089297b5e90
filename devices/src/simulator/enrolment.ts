import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/admin";

export interface EnrolmentOptions {
  readonly templeId: string;
  readonly operatorUrl: string;
  readonly dataDir: string;
  /** Default, or empty: the password that the server stores in its data folder in development. */
  readonly adminPassword?: string | undefined;
}

/** The temple has no secret and cannot be enrolled. The message is one sentence that says what to do. */
export class EnrolmentError extends Error {
  override readonly name = "EnrolmentError";
}

/** Returns the temple's secret: stored by an earlier start, or from the server, which enrols it. Throws `EnrolmentError`. */
export async function obtainSecret(options: EnrolmentOptions): Promise<string> {
  const file = join(options.dataDir, `simulator-${options.templeId}`);
  const stored = await readIfExists(file);
  if (stored !== null) return stored;
  const secret = await enrolTemple(options, file);
  await mkdir(options.dataDir, { recursive: true });
  await writeFile(file, secret, { mode: 0o600 });
  return secret;
}

async function enrolTemple(options: EnrolmentOptions, file: string): Promise<string> {
  const { templeId, operatorUrl } = options;
  const password = await findAdminPassword(options);
  try {
    return (await enrol(operatorUrl, password, templeId)).secret;
  } catch (error) {
    throw error instanceof Refusal ? new EnrolmentError(describeRefusal(error, options, file)) : error;
  }
}

function describeRefusal(
  { code }: Refusal,
  { templeId, operatorUrl }: EnrolmentOptions,
  file: string,
): string {
  switch (code) {
    case "unreachable":
    case "timeout":
      return `No Flower War server answers at ${operatorUrl}: start it with "npm start", or set OPERATOR_URL.`;
    case "temple-known":
      return `${templeId} is enrolled already but its secret is not in ${file}: give it with --secret.`;
    default:
      return `The server refuses to enrol ${templeId}: ${code}.`;
  }
}

async function findAdminPassword({ adminPassword, dataDir }: EnrolmentOptions): Promise<string> {
  const file = join(dataDir, "admin-password");
  const password = adminPassword || (await readIfExists(file));
  if (password !== null) return password;
  throw new EnrolmentError(`To enrol a temple, set ADMIN_PASSWORD: ${file} does not hold one.`);
}

async function readIfExists(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch {
    return null;
  }
}
