import pg from "pg";
import { StartError } from "../../start-error.ts";

/** ms that connecting may take, or waiting for a connection that is in use: a player waits for it. */
const CONNECT_TIMEOUT = 4_000;

/** PostgreSQL's number of the type for integers of 8 bytes. */
const INT8 = 20;

/** Ours are below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * Returns the options of connections to a database.
 * @param url `DATABASE_URL`
 * @throws `StartError` if the address cannot be read
 */
export function readConnectionOptions(url: string): pg.ClientConfig {
  const options: pg.ClientConfig = {
    connectionString: url,
    application_name: "flower-war",
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    types,
  };
  try {
    // It reads the certificates that the address names.
    void new pg.Client(options);
  } catch (error) {
    throw unusable(url, error);
  }
  return options;
}

/** Builds the error for the operator. It names the host, not the address, which has the password. */
export function unusable(url: string, reason: unknown, code?: string): StartError {
  const what = code === undefined ? `${new URL(url).host} cannot be used` : `cannot be used (${code})`;
  return new StartError(`DATABASE_URL ${what}: ${reasonOf(reason)}.`, reason);
}

/** Returns an error's reason in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node's error for several addresses of one name has no message of its own.
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return (first.message || first.name).replaceAll(/\s+/g, " ").replace(/\.$/, "");
}
