import type { CookieOptions, Request, RequestHandler, Response } from "express";
import { operatorSignIns } from "../metrics/counters.ts";
import type { Ports } from "../ports.ts";
import { newSecret } from "../random.ts";
import { bearerOf } from "../http/request.ts";
import { refuse } from "../refusal.ts";
import type { GuardedSecret } from "./guarded-secret.ts";

/** The name in the audit log of programs, which send the password with each request. */
const PROGRAM = "admin";

const COOKIE = "flower-war-operator";

/** ms for which a session lasts. */
const LIFETIME = 12 * 60 * 60 * 1000;

/** The most sessions at once; the oldest ends. */
const MOST_SESSIONS = 100;

/** Scripts cannot read the cookie, and no other site's request carries it. */
const COOKIE_OPTIONS: CookieOptions = { httpOnly: true, sameSite: "strict", path: "/" };

interface Session {
  readonly name: string;
  /** When it ends, by the monotonic clock. */
  readonly until: number;
}

export interface SessionsPorts extends Ports {
  readonly password: GuardedSecret;
  /** Whether the listener has TLS: browsers then send the cookie over nothing else. */
  readonly secure: boolean;
}

/** The sessions of signed-in operators, by their cookies. A session ends with the process. */
export class OperatorSessions {
  readonly #ports: SessionsPorts;
  readonly #sessions = new Map<string, Session>();
  readonly #names = new WeakMap<Request, string>();

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
  }

  /**
   * Requires the password with which operators sign in.
   * @throws `RefusalError` with `unauthorized`, or `too-many-attempts` and a wait
   */
  async requirePassword(
    request: Request,
    { name, password }: { readonly name: string; readonly password: string },
  ): Promise<void> {
    const { log } = this.#ports;
    const address = request.socket.remoteAddress ?? "";
    try {
      await this.#ports.password.require(password, address);
    } catch (error) {
      operatorSignIns.inc({ outcome: "refused" });
      throw error;
    }
    operatorSignIns.inc({ outcome: "accepted" });
    log.info({ address, operator: name }, "operator signed in");
  }

  /** Begins the session of an operator who has signed in: the response gets the cookie. */
  begin(response: Response, name: string): void {
    const { time, random, secure } = this.#ports;
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= MOST_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    const id = newSecret(random);
    this.#sessions.set(id, { name, until: time.monotonic() + LIFETIME });
    response.cookie(COOKIE, id, { ...COOKIE_OPTIONS, secure, maxAge: LIFETIME });
  }

  signOut(request: Request, response: Response): void {
    this.#sessions.delete(idOf(request));
    response.clearCookie(COOKIE, COOKIE_OPTIONS);
  }

  /** Returns the name of the operator who sends a request. @throws `RefusalError` with `unauthorized` */
  operatorOf(request: Request): string {
    const name = this.#names.get(request);
    if (name === undefined) throw refuse("unauthorized");
    return name;
  }

  /** Requires a session, or of a program the admin's password: `Authorization: Bearer <ADMIN_PASSWORD>`. */
  readonly require: RequestHandler = async (request, _response, next) => {
    this.#names.set(request, await this.#identify(request));
    next();
  };

  async #identify(request: Request): Promise<string> {
    const { password, time } = this.#ports;
    const given = bearerOf(request);
    if (given !== null) {
      await password.require(given, request.socket.remoteAddress ?? "");
      return PROGRAM;
    }
    const session = this.#sessions.get(idOf(request));
    if (!session || session.until <= time.monotonic()) throw refuse("unauthorized");
    return session.name;
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
