import { mayDo, type OperatorAct, type OperatorSession } from "@flower-war/protocol/operator";
import type { CookieOptions, Request, RequestHandler, Response } from "express";
import { operatorSignIns } from "../metrics/counters.ts";
import type { Ports } from "../ports.ts";
import { newSecret } from "../random.ts";
import { bearerOf } from "../http/request.ts";
import { refuse } from "../refusal.ts";
import { type OperatorAccounts, PROGRAM_NAME } from "./accounts.ts";
import type { GuardedSecret } from "./guarded-secret.ts";

/** The operator that programs are, which send the password with each request. */
const PROGRAM: OperatorSession = { name: PROGRAM_NAME, account: null, role: "administrator" };

const COOKIE = "flower-war-operator";

/** ms for which a session lasts. */
const LIFETIME = 12 * 60 * 60 * 1000;

/** The most sessions of an account at once; its oldest ends. Those by the admin's password are together as one account. */
const MOST_SESSIONS = 10;

/** Scripts cannot read the cookie, and no other site's request carries it. */
const COOKIE_OPTIONS: CookieOptions = { httpOnly: true, sameSite: "strict", path: "/" };

interface Session {
  /** As they were when it began. */
  readonly operator: OperatorSession;
  /** When it ends, by the monotonic clock. */
  readonly until: number;
}

export interface SessionsPorts extends Ports {
  readonly password: GuardedSecret;
  readonly accounts: OperatorAccounts;
  /** Whether the listener has TLS: browsers then send the cookie over nothing else. */
  readonly secure: boolean;
}

/** The sessions of signed-in operators, by their cookies. A session ends with the process. */
export class OperatorSessions {
  readonly #ports: SessionsPorts;
  readonly #sessions = new Map<string, Session>();
  readonly #operators = new WeakMap<Request, OperatorSession>();

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
  }

  /**
   * Requires the password with which operators sign in until an administrator has a passkey.
   * @throws `RefusalError` with `unauthorized`, `passkey-required`, or `too-many-attempts` and a wait
   */
  async requirePassword(request: Request, password: string): Promise<void> {
    await this.#ports.password.require(password, request.socket.remoteAddress ?? "");
    if (await this.#ports.accounts.hasAdministrator()) throw refuse("passkey-required");
  }

  /**
   * Signs an operator in: the response gets the cookie.
   * @param identify returns the operator, and has logged the sign-in
   */
  async signIn(
    request: Request,
    response: Response,
    identify: () => Promise<OperatorSession>,
  ): Promise<OperatorSession> {
    const operator = await identify().catch((error: unknown) => {
      operatorSignIns.inc({ outcome: "refused" });
      throw error;
    });
    operatorSignIns.inc({ outcome: "accepted" });
    const { name, account } = operator;
    const address = request.socket.remoteAddress ?? "";
    this.#ports.log.info({ address, operator: name, account }, "operator signed in");
    this.#sessions.delete(idOf(request));
    this.#begin(response, operator);
    return operator;
  }

  #begin(response: Response, operator: OperatorSession): void {
    const { time, random, secure } = this.#ports;
    const now = time.monotonic();
    for (const [id, { until }] of this.#sessions) if (until <= now) this.#sessions.delete(id);
    const own = [...this.#sessions].filter(([, session]) => session.operator.account === operator.account);
    const oldest = own[0]?.[0];
    if (own.length >= MOST_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    const id = newSecret(random);
    this.#sessions.set(id, { operator, until: now + LIFETIME });
    response.cookie(COOKIE, id, { ...COOKIE_OPTIONS, secure, maxAge: LIFETIME });
  }

  signOut(request: Request, response: Response): void {
    this.#sessions.delete(idOf(request));
    response.clearCookie(COOKIE, COOKIE_OPTIONS);
  }

  /** Returns the operator who sends a request. @throws `RefusalError` with `unauthorized` */
  operatorOf(request: Request): OperatorSession {
    const operator = this.#operators.get(request);
    if (operator === undefined) throw refuse("unauthorized");
    return operator;
  }

  /** Requires a session, or of a program the admin's password: `Authorization: Bearer <ADMIN_PASSWORD>`. */
  readonly require: RequestHandler = async (request, _response, next) => {
    const operator = await this.#identify(request);
    if (operator === null) throw refuse("unauthorized");
    this.#operators.set(request, operator);
    next();
  };

  /** Requires an operator with a right. */
  requireRight(act: OperatorAct): RequestHandler {
    return (request, _response, next) => {
      if (!mayDo(this.operatorOf(request).role, act)) throw refuse("not-administrator");
      next();
    };
  }

  /** An operator's account is read anew: its role may have changed since they signed in. */
  async #identify(request: Request): Promise<OperatorSession | null> {
    const { password, accounts, time } = this.#ports;
    const given = bearerOf(request);
    if (given !== null) {
      await password.require(given, request.socket.remoteAddress ?? "");
      return PROGRAM;
    }
    const session = this.#sessions.get(idOf(request));
    if (!session || session.until <= time.monotonic()) return null;
    const { operator } = session;
    if (operator.account !== null) return accounts.find(operator.account);
    return (await accounts.hasAdministrator()) ? null : operator;
  }
}

/** Refuses what another site's page sends: a browser says where a request comes from. */
export const sameOrigin: RequestHandler = (request, _response, next) => {
  if (["GET", "HEAD"].includes(request.method)) return next();
  const origin = request.get("origin");
  if (origin !== undefined && URL.parse(origin)?.host !== request.get("host")) throw refuse("unauthorized");
  next();
};

function idOf(request: Request): string {
  const cookies = (request.get("cookie") ?? "").split(";").map((each) => each.trim().split("="));
  return cookies.find(([name]) => name === COOKIE)?.[1] ?? "";
}
