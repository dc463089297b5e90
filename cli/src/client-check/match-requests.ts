import { isDeepStrictEqual } from "node:util";
import { readName } from "@flower-war/protocol/players";
import { type Judge, requires } from "./checks.ts";
import type { GoldenStep } from "./golden.ts";
import { Mailbox, type PendingCommand, type Reply } from "./pending.ts";
import { sealOf, type Story } from "./story.ts";

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const HEX = /^[0-9a-f]{64}$/;

/** The part of the patience after which the match's other player seals too: a client that does not wait for it reveals too early. */
const OTHER_SEALS = 1 / 200;

type Command = PendingCommand["command"];

/** Answers the requests of the match room, as they come by either door. Commands wait for the scenario. */
export class MatchRequests {
  readonly commands = new Mailbox<PendingCommand>();
  readonly #story: Story;
  readonly #judge: Judge;
  readonly #tell: (step: GoldenStep) => void;
  readonly #patience: number;
  /** The commands that were played, and the numbers of their entries, by id. */
  readonly #played = new Map<string, { readonly command: Command; readonly n: number }>();
  /** The command that was played without an answer; `null`: none. */
  #lost: Pick<PendingCommand, "id" | "command"> | null = null;
  #isRevealed = false;

  /**
   * @param tell sends the client the resulting messages
   * @param patience ms
   */
  constructor(story: Story, judge: Judge, tell: (step: GoldenStep) => void, patience: number) {
    this.#story = story;
    this.#judge = judge;
    this.#tell = tell;
    this.#patience = patience;
  }

  /** Looks at the body of a request for a seat. */
  judgeSeat(path: string, body: object): void {
    const { game, name, seats, bots } = body as { readonly [field: string]: unknown };
    this.#judge.note(() => {
      const isNamed = typeof name === "string" && "name" in readName(name);
      requires("K-1", isNamed, `its \`name\` is ${JSON.stringify(name)}, which is no name`);
      if (path.endsWith("/seats")) return;
      requires("K-1", game === "tieqchieq", `its \`game\` is ${JSON.stringify(game)}, not "tieqchieq"`);
      requires("K-1", seats === undefined || seats === 2, `its \`seats\` is ${JSON.stringify(seats)}, not 2`);
      const isBots = bots === undefined || Array.isArray(bots) || Number.isInteger(bots);
      requires("K-1", isBots, `its \`bots\` is ${JSON.stringify(bots)}, not a number or a list`);
    });
    this.judgeVersion(body);
  }

  /** Looks at the number of the protocol in a request for a reservation. */
  judgeVersion(body: object): void {
    const version = Reflect.get(body, "protocolVersion") as unknown;
    const isNumber = typeof version === "number" && Number.isInteger(version) && version >= 0;
    if (version !== undefined && !isNumber)
      this.#judge.break("K-3", `its \`protocolVersion\` is ${JSON.stringify(version)}, not a whole number`);
  }

  /** Looks at the same in the query of a request for a stream. @param version `null`: it names none */
  judgeStream(version: string | null): void {
    if (version !== null && !/^\d{1,9}$/.test(version))
      this.#judge.break(
        "K-3",
        `its stream's \`protocolVersion\` is ${JSON.stringify(version)}, not a whole number`,
      );
  }

  /** Plays a command that the client is not told of, and whose answer is lost. */
  lose({ id, command }: PendingCommand): void {
    this.#lost = { id, command };
    this.#play(id, command);
  }

  answer(type: string, payload: object, reply: Reply): void {
    if (type === "command") return this.#take(payload, reply);
    const story = this.#story;
    const after = Number(Reflect.get(payload, "after") ?? 0);
    const ok = (body: object) => reply.answer(200, body);
    switch (type) {
      case "seal":
        return this.#seal(payload, reply);
      case "nonce":
        return this.#reveal(payload, reply);
      case "view":
        return ok(story.match);
      case "legal":
        return ok({ commands: story.match.legal });
      case "log":
        return ok({ entries: story.log(after), n: story.n, own: story.own(after) });
      case "header":
        return story.isGathering ? reply.refuse({ code: "match-not-started" }) : ok({ header: story.header });
      case "chat":
        return ok({ lines: [], more: false });
      case "time":
      case "here":
        return ok({ now: Date.now() });
      case "nearby-temples":
        return ok({ temples: null });
      case "ready":
      case "witness":
      case "offer":
      case "take-back":
      case "pause":
      case "resume":
      case "holiday":
      case "give-time":
      case "decline":
        return ok({});
      case "offer-seat":
        return ok({ token: null });
      case "hint":
        return reply.refuse({ code: "no-hints" });
      case "seek-judge":
        return reply.refuse({ code: "no-judge" });
      case "take-judge":
        return reply.refuse({ code: "bad-token" });
      case "judge":
        return reply.refuse({ code: "not-judge" });
      default:
        return reply.refuse({ code: "bad-request", field: "type" });
    }
  }

  #seal(payload: object, reply: Reply): void {
    const { seal, key } = payload as { readonly seal?: unknown; readonly key?: unknown };
    const isSeal = typeof seal === "string" && HEX.test(seal);
    if (!isSeal || typeof key !== "string" || !(key === "" || HEX.test(key))) {
      this.#judge.break("K-4", "its seal or its key is not 64 lower-case hex digits");
      return reply.refuse({ code: "bad-seal" });
    }
    if (!this.#story.isGathering) return reply.refuse({ code: "seals-fixed" });
    if (this.#story.seal !== null) return reply.answer(200, { seal: this.#story.seal, key });
    this.#tell(this.#story.takeSeal(seal, key));
    reply.answer(200, { seal, key });
    setTimeout(() => this.#tell(this.#story.advance()), OTHER_SEALS * this.#patience).unref();
  }

  #reveal(payload: object, reply: Reply): void {
    const { nonce } = payload as { readonly nonce?: unknown };
    const { seal } = this.#story;
    if (typeof nonce !== "string" || !ID.test(nonce)) {
      this.#judge.break("K-4", `its nonce is ${JSON.stringify(nonce)}, not 1 to 64 of A-Z a-z 0-9 _ -`);
      return reply.refuse({ code: "bad-nonce" });
    }
    if (seal === null) {
      this.#judge.break("K-4", "it gave a nonce that it had not sealed");
      return reply.refuse({ code: "seal-required" });
    }
    if (!this.#isRevealed && !this.#story.isRevealing) {
      this.#judge.break("K-4", "it revealed its nonce before the seals were fixed");
      return reply.refuse({ code: "seals-open" });
    }
    if (sealOf(nonce) !== seal) {
      this.#judge.break("K-4", "its nonce is not the one that it sealed");
      return reply.refuse({ code: "bad-nonce" });
    }
    if (!this.#isRevealed) {
      this.#isRevealed = true;
      this.#tell(this.#story.takeNonce(nonce));
    }
    reply.answer(200, { nonce });
  }

  #take(payload: object, reply: Reply): void {
    const { id, command } = payload as { readonly id?: unknown; readonly command?: Command };
    if (typeof id !== "string" || !ID.test(id)) {
      this.#judge.break(
        "K-5",
        `the id of its command is ${JSON.stringify(id)}, not 1 to 64 of A-Z a-z 0-9 _ -`,
      );
      return reply.refuse({ code: "bad-request", field: "id" });
    }
    const played = this.#played.get(id);
    if (played !== undefined) {
      if (!isSame(command, played.command))
        this.#judge.break("K-5", "it used the id of one command for another");
      return this.#answerPlayed(id, reply);
    }
    if (!isSame(command, this.#story.awaited)) {
      this.#judgeIllegal(command);
      return reply.refuse({ code: "malformed" });
    }
    const legal = command as Command;
    const accept = () => {
      this.#tell(this.#play(id, legal));
      this.#answerPlayed(id, reply);
    };
    const { refuse, drop } = reply;
    this.commands.put({ at: performance.now(), id, command: legal, accept, refuse, drop });
  }

  #judgeIllegal(command: Command | undefined): void {
    const text = JSON.stringify(command);
    if (this.#lost !== null && isSame(command, this.#lost.command))
      this.#judge.break("K-7", `it sent ${text} again under another id: it would have been played twice`);
    else if (command?.type === "concede")
      this.#judge.break("K-5", "it conceded, which the check asks it not to");
    else this.#judge.break("K-5", `it sent ${text}, which is not legal`);
  }

  #play(id: string, command: Command): GoldenStep {
    const step = this.#story.advance();
    this.#played.set(id, { command, n: step.match.n });
    return step;
  }

  #answerPlayed(id: string, reply: Reply): void {
    const n = this.#played.get(id)?.n ?? 0;
    const answer = { n, legal: this.#story.match.legal };
    reply.answer(200, this.#story.isStrange ? { ...answer, aurora: true } : answer);
  }
}

/** Whether two commands are the same, in whichever order their fields are. */
function isSame(a: object | null | undefined, b: object | null | undefined): boolean {
  return a != null && b != null && isDeepStrictEqual(a, b);
}
