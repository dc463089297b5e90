import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { StartError } from "../start-error.ts";
import type { OperatorAccounts } from "./accounts.ts";
import type { ActsPorts, OperatorActs } from "./acts.ts";
import { operatorApp, type OperatorServices } from "./app.ts";
import { GuardedSecret } from "./guarded-secret.ts";
import type { MatchFiles } from "./match-files.ts";
import { OperatorSessions } from "./sessions.ts";
import { OperatorViews, type ViewsPorts } from "./views.ts";

/** A certificate chain and its key, as PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

type Missing =
  | "hasTls"
  | "sessions"
  | "accounts"
  | "acts"
  | "files"
  | "views"
  | "adminPassword"
  | "bridgeToken";

export interface OperatorOptions
  extends ActsPorts,
    Omit<ViewsPorts, "temples">,
    Omit<OperatorServices, Missing> {
  /** `null`: there is no admin. */
  readonly adminPassword: string | null;
  readonly bridgeToken: string;
  /** `null`: it speaks plain HTTP. */
  readonly operatorTls: TlsFiles | null;
}

/**
 * Builds the server that listens for operators, their programs and bridges.
 * @throws `StartError` if certificate and key do not belong together
 */
export function operatorServer(
  {
    acts,
    accounts,
    files,
  }: { readonly acts: OperatorActs; readonly accounts: OperatorAccounts; readonly files: MatchFiles },
  options: OperatorOptions,
): Server {
  const { operatorTls, quotas, time, random, log } = options;
  const ports = { quotas, log };
  const adminPassword = new GuardedSecret({
    ...ports,
    name: "admin-password",
    secret: options.adminPassword,
  });
  const bridgeToken = new GuardedSecret({ ...ports, name: "bridge-token", secret: options.bridgeToken });
  const secure = operatorTls !== null;
  const sessions = new OperatorSessions({ password: adminPassword, accounts, secure, time, random, log });
  const views = new OperatorViews(options);
  const services = { hasTls: secure, adminPassword, bridgeToken, sessions, accounts, acts, files, views };
  const app = operatorApp({ ...options, ...services });
  return operatorTls === null ? createServer(app) : tlsServer(operatorTls, app);
}

function tlsServer(files: TlsFiles, app: ReturnType<typeof operatorApp>): Server {
  try {
    return createTlsServer({ ...files, minVersion: "TLSv1.2" }, app);
  } catch (error) {
    throw new StartError("OPERATOR_TLS_DIR holds a key that does not match its certificate.", error);
  }
}
