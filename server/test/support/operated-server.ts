import { PATHS, type RefusalBody } from "@flower-war/protocol";
import type { Player } from "@flower-war/protocol/players";
import { afterEach } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { TestClient } from "./client.ts";
import { Operator } from "./operator.ts";
import { createMatch, post, requestSeat } from "./post.ts";
import { until } from "./until.ts";

export const PASSWORD = "a password of more than 16 characters";
/** ms */
export const HOUR = 3_600_000;

/** A server with an operator's listener. */
class OperatedServer {
  #running: RunningServer | null = null;

  /** Starts it, in place of the one that runs. */
  async start(options: ServerOptions = {}): Promise<void> {
    await this.stop();
    this.#running = await startServer({ adminPassword: PASSWORD, ...options });
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
  }

  get running(): RunningServer {
    if (!this.#running) throw new Error("the server does not run");
    return this.#running;
  }

  get url(): string {
    return this.running.url;
  }

  get operatorUrl(): string {
    return this.running.operatorUrl;
  }

  signIn(): Promise<Operator> {
    return Operator.signedIn(this.operatorUrl, PASSWORD);
  }

  /** Sends a request with a secret to the operator's listener. */
  async send(
    method: string,
    path: string,
    secret: string,
    body: object = { bridge: "bridge-1" },
  ): Promise<{ status: number; body: RefusalBody }> {
    const response = await fetch(this.operatorUrl + path, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      ...(method !== "GET" && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as RefusalBody };
  }

  /** A match of two known players that has begun. */
  async beginMatch(settings: object = {}) {
    const [citlali, huracan] = [await this.#createPlayer("Citlali"), await this.#createPlayer("Huracan")];
    const first = await createMatch(this.url, { seats: 2, ...settings }, citlali.headers);
    const second = await requestSeat(
      this.url,
      first.invitation ?? first.match,
      { name: "Huracan" },
      huracan.headers,
    );
    const [xoco, bad] = [await TestClient.join(this.url, first), await TestClient.join(this.url, second)];
    await until(() => xoco.state.status === "playing", "the match to begin");
    return { match: first.match, xoco, bad, citlali, huracan };
  }

  async #createPlayer(name: string): Promise<{ id: string; headers: { authorization: string } }> {
    const { id, token } = (await post<Player>(this.url, PATHS.players, { name })).body;
    return { id, headers: { authorization: `Bearer ${token}` } };
  }
}

/** Returns a server for the tests of the calling file, which start it; it is stopped after each. */
export function useOperatedServer(): OperatedServer {
  const server = new OperatedServer();
  afterEach(() => server.stop());
  return server;
}
