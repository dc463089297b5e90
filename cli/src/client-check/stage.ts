import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { LIMITS } from "@flower-war/protocol";
import { systemTime, TokenBucket } from "@flower-war/protocol/ports";
import { CheckBroken, type CheckId, type Judge } from "./checks.ts";
import { GOLDEN, type GoldenStep } from "./golden.ts";
import { HttpDoor, readUrl, Secrets, type Stream } from "./http-door.ts";
import { MatchRequests } from "./match-requests.ts";
import { Mailbox, type PendingCommand, type PendingReturn, type PendingSeat, type Reply } from "./pending.ts";
import { SocketDoor } from "./socket-door.ts";
import { Story } from "./story.ts";
import { type Door, StreamViewer, type Viewer } from "./viewers.ts";

/** How much more than the limit on messages a client may send: it counts by its own clock. */
const SLACK = 1.1;

/** ms within which two requests are one attempt: a browser repeats one by itself whose connection was cut. */
const ONE_ATTEMPT = 20;

export interface StageOptions {
  readonly judge: Judge;
  /** Whether the server is a newer one, with words that no client knows. */
  readonly isStrange: boolean;
  /** ms to wait for what the client is to do. */
  readonly patience: number;
  /** ms of silence after which a client gives its connection up. */
  readonly silence: number;
  /** The only door by which the client may come; `null`: either. */
  readonly door: Door | null;
}

/** A server for one client, which follows its scenario. The client may use either door; requests that are checked wait for the scenario. */
export class Stage {
  readonly story: Story;
  readonly patience: number;
  readonly silence: number;
  /** The client must not print these. */
  readonly secrets = new Secrets();
  /** When it asked in vain while the server was down, by `performance.now()`. */
  readonly attempts: number[] = [];
  /** Whether every request is cut, and every connection. */
  isDown = false;
  /** Whether the scenario decides which clients are admitted. */
  isHeld = false;
  readonly seats = new Mailbox<PendingSeat>();
  readonly #returns = new Mailbox<PendingReturn>();
  readonly #options: StageOptions;
  readonly #requests: MatchRequests;
  readonly #server = createServer((request, response) => void this.#http.serve(request, response));
  readonly #http: HttpDoor;
  readonly #sockets: SocketDoor;
  readonly #bucket = new TokenBucket(systemTime, {
    perSecond: LIMITS.messages.perSecond * SLACK,
    burst: LIMITS.messages.burst * SLACK,
  });
  #viewer: Viewer | null = null;
  #door: Door | null = null;
  /** How often the client asked before it was told of the match, by the names of requests. */
  readonly #asked = new Map<string, number>();
  /** Why the client has ended; `null`: it runs. */
  #ended: string | null = null;
  /** The token of the client's seat; `null`: it has none yet. */
  #token: string | null = null;

  constructor(options: StageOptions) {
    this.#options = options;
    this.story = new Story(options.isStrange);
    this.patience = options.patience;
    this.silence = options.silence;
    const tell = (step: GoldenStep) => this.#viewer?.tell(step);
    this.#requests = new MatchRequests(this.story, options.judge, tell, options.patience);
    this.#sockets = new SocketDoor(this.story, {
      judge: options.judge,
      show: (viewer) => this.#show(viewer, null),
      forget: (viewer) => this.#forget(viewer),
      request: (type, payload, reply) =>
        this.#count(reply, () => this.#requests.answer(type, payload, reply)),
    });
    this.#http = new HttpDoor(this.story, {
      judge: options.judge,
      secrets: this.secrets,
      isDown: () => this.isDown,
      token: () => this.#token,
      askedInVain: () => this.#noteAttempt(),
      takeSeat: (path, body, reply) => this.#takeSeat(path, body, reply),
      takeAgain: (body, reply) => this.#takeAgain(body, reply),
      openStream: (stream, after, reply) => this.#openStream(stream, after, reply),
      request: (what, payload, reply) => this.#answer(what, payload, reply),
    });
    this.#server.on("upgrade", (request, socket, head) => {
      if (this.isDown) return void socket.destroy();
      const url = readUrl(request);
      if (url === null) return void socket.destroy();
      this.#http.noteUrl(url);
      this.#sockets.upgrade(request, url, socket, head);
    });
  }

  /** Begins to listen. Resolves with the address. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#sockets.cut();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The client has ended. */
  clientEnded(reason: string): void {
    this.#ended ??= reason;
    for (const mailbox of [this.seats, this.#returns, this.#requests.commands]) mailbox.end(reason);
  }

  /** How the client came; `null`: it has not. */
  get door(): Door | null {
    return this.#door;
  }

  /** Where the client is told of the match. */
  get viewer(): Viewer | null {
    return this.#viewer;
  }

  /** Resolves with the client's next command. Rejects with `CheckBroken` if none comes. @param after what had happened then */
  async command(check: CheckId, after: string): Promise<PendingCommand> {
    const command = await this.#take(check, this.#requests.commands, `it sent no command after ${after}`);
    if (!(await this.holds(() => this.#door !== null))) throw this.#noDoor(this.silenceReason);
    return command;
  }

  /**
   * Resolves when the client comes back. Rejects with `CheckBroken` if it does not.
   * @param after what had happened then
   * @param ms to wait; default: as always
   */
  async comesBack(check: CheckId, after: string, ms = this.patience): Promise<PendingReturn> {
    return this.#take(check, this.#returns, `it did not ask for ${this.wanted} again after ${after}`, ms);
  }

  /** Resolves whether something becomes so, for as long as the client may take. */
  async holds(isSo: () => boolean): Promise<boolean> {
    const late = performance.now() + this.patience;
    while (!isSo() && performance.now() < late && this.#ended === null) await sleep(5);
    return isSo();
  }

  /** Names what the client asks for when it comes back. */
  get wanted(): string {
    return this.#door === "websocket" ? "its seat" : "its stream";
  }

  /** Why nothing comes: the client has ended, or it has waited for too long. */
  get silenceReason(): string {
    return this.#ended ?? `the check waited ${this.patience / 1000} s`;
  }

  /** Resolves whether the client asks within `ms` for its seat, its stream or another seat. */
  async asksAgain(ms: number): Promise<boolean> {
    const { item } = await Promise.race([this.#returns.take(ms), this.seats.take(ms)]);
    return item !== undefined;
  }

  /** Accepts a command, but neither answers nor tells of it. */
  lose(command: PendingCommand): void {
    this.#requests.lose(command);
  }

  /** Lets the match's other player play until it is the client's turn. @param isTold whether the client is told */
  playOn(isTold = true): void {
    while (this.story.next?.by === "opponent") {
      const step = this.story.advance();
      if (isTold) this.#viewer?.tell(step);
    }
  }

  /** Ends the client's connection; it is let in again when the scenario says so. */
  breakOff(code: "moved" | "replaced" | null): void {
    this.isHeld = true;
    this.#viewer?.end(code);
    this.#viewer = null;
  }

  /** Cuts all connections and answers nothing until `isDown` is `false`. */
  goDown(): void {
    this.isDown = true;
    this.breakOff(null);
    this.#server.closeAllConnections();
    this.#sockets.cut();
  }

  async #take<T>(check: CheckId, mailbox: Mailbox<T>, nothing: string, ms = this.patience): Promise<T> {
    const { item, reason } = (await mailbox.take(ms)) as { item?: T; reason: string };
    if (item !== undefined) return item;
    if (this.#token === null) throw new CheckBroken("K-1", `it took no seat: ${reason}`);
    if (this.#door === null) throw this.#noDoor(reason);
    // A strange server sends unknown messages while the match still gathers.
    if (this.story.isGathering && !this.story.isStrange) {
      const missing = this.story.seal === null ? "it sealed no nonce" : "it did not reveal its nonce";
      throw new CheckBroken("K-1", `${missing}, so that the match did not begin: ${reason}`);
    }
    throw new CheckBroken(check, `${nothing}: ${reason}`);
  }

  /** @param reason why it is not waited for */
  #noDoor(reason: string): CheckBroken {
    const sent = [...this.#asked].map(
      ([what, times]) => `\`${what}\`${times > 1 ? ` (${times} times)` : ""}`,
    );
    const instead = sent.length === 0 ? "sent nothing" : `only sent ${sent.join(", ")}`;
    return new CheckBroken("K-1", `it opened neither its stream nor a WebSocket, and ${instead}: ${reason}`);
  }

  #noteAttempt(): void {
    const now = performance.now();
    const last = this.attempts.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (now - last > ONE_ATTEMPT) this.attempts.push(now);
  }

  #takeSeat(path: string, body: object, reply: Reply): void {
    const { judge } = this.#options;
    this.#requests.judgeSeat(path, body);
    const accept = () => {
      if (this.#token !== null) judge.break("K-11", "it asked for another seat instead of its own");
      this.#token ??= this.secrets.create("seat");
      reply.answer(path.endsWith("/matches") ? 201 : 200, this.#reservation());
    };
    if (this.isHeld) this.seats.put({ at: performance.now(), ...reply, accept });
    else accept();
  }

  #takeAgain(body: object, reply: Reply): void {
    this.#requests.judgeVersion(body);
    if (Reflect.get(body, "token") !== this.#token) return reply.refuse({ code: "bad-token" });
    const accept = () => reply.answer(200, this.#reservation());
    this.#letIn({ at: performance.now(), after: null, ...reply, accept });
  }

  #openStream({ request, response, version }: Stream, after: number | null, reply: Reply): void {
    this.#requests.judgeStream(version);
    const accept = () => {
      const viewer = new StreamViewer(this.story, request, response, this.silence / 3);
      this.#show(viewer, after);
      response.once("close", () => this.#forget(viewer));
    };
    const pending = { at: performance.now(), after, ...reply, accept };
    if (this.#door === null) accept();
    else this.#letIn(pending);
  }

  #answer(what: string, payload: object, reply: Reply): void {
    if (this.#door === null) this.#asked.set(what, (this.#asked.get(what) ?? 0) + 1);
    this.#count(reply, () => this.#requests.answer(what === "commands" ? "command" : what, payload, reply));
  }

  #letIn(pending: PendingReturn): void {
    if (this.isHeld) this.#returns.put(pending);
    else pending.accept();
  }

  #show(viewer: Viewer, after: number | null): void {
    const { door } = this.#options;
    if (door !== null && viewer.door !== door)
      this.#options.judge.break("K-1", `it came by the door ${viewer.door}, not ${door} as \`--door\` asks`);
    if (this.#viewer !== null && this.#viewer !== viewer) this.#viewer.end("replaced");
    this.#door = viewer.door;
    this.#viewer = viewer;
    this.isHeld = false;
    viewer.begin(after);
    if (this.#options.isStrange) viewer.tellUnknown();
  }

  #forget(viewer: Viewer): void {
    if (this.#viewer === viewer) this.#viewer = null;
  }

  #count(reply: Reply, answer: () => void): void {
    const wait = this.#bucket.take();
    if (wait === 0) return answer();
    this.#options.judge.break("K-10", "it sent more than 20 messages a second, or 40 at once");
    reply.refuse({ code: "too-many-messages", wait });
  }

  #reservation(): object {
    const reservation = this.#sockets.reserve();
    return this.story.tailor({ ...GOLDEN.reservation, token: this.#token, reservation });
  }
}
