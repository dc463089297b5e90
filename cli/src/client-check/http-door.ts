import type { IncomingMessage, ServerResponse } from "node:http";
import { PATHS, PROTOCOL_VERSION } from "@flower-war/protocol";
import type { Judge } from "./checks.ts";
import { GOLDEN } from "./golden.ts";
import { type Reply, webReply } from "./pending.ts";
import type { Story } from "./story.ts";

/** Secrets that a client must not print. */
export class Secrets {
  readonly #secrets: string[] = [];

  /** Makes one. @param of what it is for, so that its owner knows it again */
  create(of: string): string {
    const secret = `token-of-the-${of}-${crypto.randomUUID()}`;
    this.#secrets.push(secret);
    return secret;
  }

  /** Whether one of them is in a text. */
  areIn(text: string): boolean {
    return this.#secrets.some((secret) => text.includes(secret));
  }

  /** Returns a text without them. */
  hide(text: string): string {
    return this.#secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "<token>"), text);
  }
}

interface HttpDoorPorts {
  readonly judge: Judge;
  readonly secrets: Secrets;
  /** Whether nothing is answered now. */
  readonly isDown: () => boolean;
  /** The token of the client's seat; `null`: it has none yet. */
  readonly token: () => string | null;
  /** The client asked for a way back into the match in vain. */
  readonly askedInVain: () => void;
  /** A new seat is asked for. */
  readonly takeSeat: (path: string, body: object, reply: Reply) => void;
  /** The client's own seat is asked for. */
  readonly takeAgain: (body: object, reply: Reply) => void;
  /** @param after the number of the last entry that the client has; `null`: it wants the whole match */
  readonly openStream: (stream: Stream, after: number | null, reply: Reply) => void;
  readonly request: (type: string, payload: object, reply: Reply) => void;
}

/** A stream that a client asks for. */
export interface Stream {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The number of the protocol that the client speaks; `null`: it says none. */
  readonly version: string | null;
}

/** The door of plain HTTP: seats, streams and the requests of docs/json-api.md. */
export class HttpDoor {
  readonly #story: Story;
  readonly #ports: HttpDoorPorts;

  constructor(story: Story, ports: HttpDoorPorts) {
    this.#story = story;
    this.#ports = ports;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = readUrl(request);
    const [, id, what] = /^\/api\/matches\/([^/]+)(?:\/([^/]+))?$/.exec(url?.pathname ?? "") ?? [];
    if (this.#ports.isDown()) {
      if (what === "seats" || what === "stream") this.#ports.askedInVain();
      response.destroy();
      return;
    }
    const reply = webReply(request, response);
    if (url === null) return reply.refuse({ code: "not-found" });
    this.noteUrl(url);
    const body = await reply.read();
    if (body === null) return;
    const isNew = what === "seats" ? !("token" in body) : /^\/api\/(matches|quick-play)$/.test(url.pathname);
    if (request.method === "POST" && isNew) return this.#ports.takeSeat(url.pathname, body, reply);
    if (what === "seats") return this.#ports.takeAgain(body, reply);
    if (id === undefined || what === undefined || what === "record")
      return answerElsewhere(request, url.pathname, id !== undefined && this.#story.isGathering, reply);
    if (!this.#isOwn(request, url, reply)) return;
    const { searchParams } = url;
    if (what === "stream") {
      const last = request.headers["last-event-id"] ?? searchParams.get("after");
      const stream = { request, response, version: searchParams.get("protocolVersion") };
      return this.#ports.openStream(stream, last === null ? null : Number(last), reply);
    }
    const payload = request.method === "GET" ? { after: Number(searchParams.get("after") ?? 0) } : body;
    this.#ports.request(what, payload, reply);
  }

  /** Judges an address that the client asked for. */
  noteUrl({ href, pathname }: URL): void {
    const { judge, secrets } = this.#ports;
    if (secrets.areIn(href))
      judge.break("K-2", `it put its token into the URL of \`${secrets.hide(pathname)}\``);
  }

  #isOwn({ headers, method }: IncomingMessage, { pathname }: URL, reply: Reply): boolean {
    const { judge, secrets, token } = this.#ports;
    if (headers.authorization === `Bearer ${token()}`) return true;
    const path = secrets.hide(pathname);
    judge.break("K-2", `it sent \`${method} ${path}\` without its token in \`Authorization\``);
    reply.refuse({ code: "bad-token" });
    return false;
  }
}

/** Returns the address that a client asked for; `null`: it is none, as `//`. */
export function readUrl({ url = "/" }: IncomingMessage): URL | null {
  return URL.parse(url, "http://client-check");
}

/** Answers to requests beside the match, which are not checked: those of a server without other clients. */
function answerElsewhere(request: IncomingMessage, path: string, isGathering: boolean, reply: Reply): void {
  const { match, code, game } = GOLDEN.reservation;
  const player = { id: "ClientCheck1", name: "Citlali", kind: "guest", token: "token-of-a-guest" };
  const answers: { readonly [asked: string]: object } = {
    [`GET ${PATHS.health}`]: { status: "ok", protocolVersion: PROTOCOL_VERSION },
    [`GET ${PATHS.ready}`]: { status: "ok" },
    [`GET ${PATHS.games}`]: GOLDEN.games,
    [`GET ${PATHS.address}`]: { url: null },
    [`GET ${PATHS.announcement}`]: { announcement: null },
    [`GET ${PATHS.lobby}`]: { tables: [], total: 0, page: 1, pages: 1 },
    [`GET ${PATHS.match.replace(":id", match)}`]: { match, code, game, over: false },
    [`GET ${PATHS.match.replace(":id", code)}`]: { match, code, game, over: false },
    [`POST ${PATHS.players}`]: player,
    [`GET ${PATHS.me}`]: player,
    [`PATCH ${PATHS.me}`]: player,
    [`GET ${PATHS.myMatches}`]: { running: [], matches: [], next: null },
  };
  const body = answers[`${request.method} ${path}`];
  if (body !== undefined) reply.answer(path === PATHS.players ? 201 : 200, body);
  else if (path === PATHS.lobby) reply.refuse({ code: "too-many-watchers", wait: 15_000 });
  else if (path.endsWith("/record")) reply.refuse({ code: isGathering ? "match-not-over" : "match-ended" });
  else reply.refuse({ code: "not-found" });
}
