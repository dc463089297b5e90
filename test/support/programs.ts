import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

const PATHS = {
  redis: "/usr/bin/redis-server",
  nginx: "/usr/sbin/nginx",
  mosquitto: "/usr/sbin/mosquitto",
  mosquitto_pub: "/usr/bin/mosquitto_pub",
  mosquitto_sub: "/usr/bin/mosquitto_sub",
  openssl: "/usr/bin/openssl",
  "g++": "/usr/bin/g++",
  make: "/usr/bin/make",
} as const;

export type ProgramName = keyof typeof PATHS;

/** Where a program of Debian's is. */
export function programPath(name: ProgramName): string {
  return PATHS[name];
}

/**
 * Whether tests must be skipped for want of programs; says so. In CI nothing is skipped: what is missing fails.
 * @example describe.skipIf(lacks("redis"))("...", () => {})
 */
export function lacks(...names: readonly ProgramName[]): boolean {
  const missing = names.filter((name) => !isThere(PATHS[name]));
  if (missing.length === 0) return false;
  const sentence = `Not installed here: ${missing.join(", ")}. The tests that need them are skipped.`;
  if (process.env["CI"]) throw new Error(sentence);
  console.warn(sentence);
  return true;
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A port that is free now, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
