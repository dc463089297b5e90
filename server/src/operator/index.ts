import { createServer, type Server } from "node:http";
import type { Redis } from "ioredis";
import { AddressLimit } from "../cluster/address-limit.ts";
import { type ActsPorts, OperatorActs } from "./acts.ts";
import { operatorApp } from "./app.ts";
import { OperatorSessions } from "./sessions.ts";
import { OperatorViews, type ViewsPorts } from "./views.ts";

/** Attempts to sign in from one address in a minute, right or wrong. */
const ATTEMPTS = 10;

export interface OperatorOptions extends ActsPorts, ViewsPorts {
  readonly adminPassword: string;
  /** Counts attempts for all servers; `null`: this process is alone. */
  readonly redis: Redis | null;
}

/** Builds the server that listens for operators. */
export function operatorServer(acts: OperatorActs, options: OperatorOptions): Server {
  const { adminPassword, redis, time, random, log } = options;
  const limit = new AddressLimit(ATTEMPTS, "too-many-attempts", redis);
  const sessions = new OperatorSessions({ password: adminPassword, limit, time, random, log });
  return createServer(operatorApp({ ...options, sessions, acts, views: new OperatorViews(options) }));
}
