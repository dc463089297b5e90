import { createHmac } from "node:crypto";
import { LIMITS, type MatchRequests } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { distinctName } from "../../names/distinct-name.ts";
import { requireName } from "../../names/name-rules.ts";
import { RefusalError, refusalBody, refuse, refuseValue } from "../../refusal.ts";
import { judgeCommandId } from "../../storage/journal/command-ids.ts";
import type { Match } from "../match.ts";
import { isEqualSecret } from "../match-name.ts";
import type { PauseCommand } from "../referee.ts";
import type { Barrable } from "../seats/barred.ts";
import type { MatchServices } from "../services.ts";
import { SUBSTITUTE_BOT } from "../gathering/gathering.ts";
import type { Offers } from "./offers.ts";
import type { Asker, PeopleInPlay } from "./people-in-play.ts";

interface JudgingPorts {
  readonly people: PeopleInPlay;
  readonly offers: Offers;
  /** Makes a seat local to no temple. */
  readonly unpair: (seat: string) => Promise<void>;
  readonly wordFilter: MatchServices["wordFilter"];
}

/** A spectator who becomes the judge. */
interface Coming {
  readonly token: string;
  readonly name: string;
  /** Theirs, which proves them from then on. */
  readonly secret: string;
}

type JudgeAct = Omit<MatchRequests["judge"]["payload"], "secret">;

/** How the host names a judge, by a token that is good once, and what a judge may do: a spectator, who sees what spectators see. */
export class Judging {
  readonly #match: Match;
  readonly #ports: JudgingPorts;

  constructor(match: Match, ports: JudgingPorts) {
    this.#match = match;
    this.#ports = ports;
  }

  /**
   * Seeks a judge, or revokes the search or dismisses the judge. A repeated call changes nothing.
   * @returns the token with which a spectator becomes the judge; `null`: none is sought
   * @throws `RefusalError` with `no-judge`, `not-host`, `judge-named`, `too-many-offers` with a wait, or as `PeopleInPlay.require`
   */
  seek(asker: Asker, wanted: boolean): Promise<string | null> {
    return this.#match.queue.run(() => (wanted ? this.#seek(asker) : this.#drop(asker)));
  }

  async #seek(asker: Asker): Promise<string> {
    const { seat: by } = asker;
    const { people, offers } = this.#ports;
    const { judge } = this.#match.details;
    if (!this.#match.plan.judges) throw refuse("no-judge");
    people.require(asker);
    if (by !== this.#host) throw refuse("not-host");
    if (judge !== null && judge.name !== "") throw refuse("judge-named");
    if (judge?.seat === by) return this.#token;
    const about = { what: "judge", by } as const;
    offers.requirePause(about, SERVER_LIMITS.judges.pause);
    // Another one was host when a judge was sought.
    if (judge !== null) await this.#match.judge(by, { type: "table-drop-judge" });
    await this.#match.judge(by, { type: "table-seek-judge" });
    offers.noteMade(about);
    return this.#token;
  }

  /** A host who has conceded can still dismiss the judge. */
  async #drop({ seat, holder }: Asker): Promise<null> {
    this.#requirePlaying("no-judge");
    const { seats, details } = this.#match;
    if (!seats.isHeldBy(seat, holder)) throw refuse("bad-token");
    if (!seats.isHost(seat) && seat !== this.#host) throw refuse("not-host");
    if (details.judge !== null) await this.#match.judge(seat, { type: "table-drop-judge" });
    for (const what of ["draw", "abort"] as const) this.#ports.offers.withdraw("", what);
    return null;
  }

  /** The seat whose player names a judge: the host's, or if that has conceded, the first one in play. */
  get #host(): string | null {
    const { seats } = this.#match;
    const { all } = this.#ports.people;
    const inPlay = seats.humans.filter((seat) => all.includes(seat));
    return inPlay.find((seat) => seats.isHost(seat)) ?? inPlay[0] ?? null;
  }

  /** The token with which a spectator becomes the judge; it changes with the host. */
  get #token(): string {
    return this.#hash(`judge ${this.#match.playing.judgeSought} ${this.#host}`).slice(0, 32);
  }

  /**
   * Makes a spectator the judge. Repeated with the same secret it changes nothing.
   * @param who as the host's bars know them
   * @throws `RefusalError` with `bad-token`, `blocked`, `seated-already`, `match-not-started`, `match-over`, or as `requireName`
   */
  take(who: Barrable, { token, name, secret }: Coming): Promise<void> {
    return this.#match.queue.run(async () => {
      this.#requirePlaying("bad-token");
      const { details } = this.#match;
      const key = this.#hash(`judge's ${secret}`);
      if (this.#match.isJudge(key)) return;
      const { judge } = details;
      if (judge === null || judge.name !== "" || !isEqualSecret(token, this.#token))
        throw refuse("bad-token");
      this.#match.requireNotBlocked(who);
      this.#requireNoSeat(who.player);
      const named = distinctName(requireName(name, this.#ports.wordFilter), this.#match.namesBeside(null));
      const player = who.player !== null && { player: who.player };
      await this.#match.judge(
        judge.seat,
        { type: "table-name-judge" },
        { type: "judge-named", name: named, key, ...player },
      );
    });
  }

  /**
   * Does what a judge may. Repeated it changes nothing.
   * @param player of the judge; `null`: not known
   * @throws `RefusalError` with `not-judge`, `seated-already`, `match-not-started`, `match-over`, `no-pauses`, `bad-request`, `too-many-pauses`, `unknown-seat`,
   *   `no-player`, `not-away`, `no-opponent`, `offer-open`, or `too-many-offers` with a wait
   */
  act(player: string | null, secret: string, wanted: JudgeAct): Promise<void> {
    return this.#match.queue.run(async () => {
      this.#requirePlaying("not-judge");
      const { judge } = this.#match.details;
      if (judge === null || !this.#match.isJudge(this.#hash(`judge's ${secret}`))) throw refuse("not-judge");
      this.#requireNoSeat(player);
      const { seat } = judge;
      const isPaused = this.#match.clocks.pauseAt(this.#match.log.now()) !== null;
      switch (wanted.act) {
        case "free-seat":
          return this.#free(seat, wanted.to ?? "");
        case "ask-end":
          return this.#askEnd(seat, wanted.what);
        case "resume":
          if (isPaused) await this.#enter(seat, { type: "table-resume" });
          return;
        case "pause": {
          const seconds = this.#requireTime(wanted.seconds);
          if (!isPaused) await this.#enter(seat, { type: "table-pause", seconds });
          return;
        }
        case "give-time":
          return this.#give(seat, wanted);
      }
    });
  }

  /** Gives a seat time, once for each id of a judge. */
  async #give(seat: string, { id, to = "", seconds }: JudgeAct): Promise<void> {
    if (id === undefined) throw refuseValue("bad-request", "id", "a name for this gift");
    const entry = judgeCommandId(`give-time.${this.#match.playing.judgeSought}.${id}`);
    if (this.#match.playing.isKnown(entry)) return;
    const time = this.#requireTime(seconds);
    this.#requireInPlay(to);
    await this.#enter(seat, { type: "table-give-time", to, seconds: time }, entry);
  }

  /** A bot plays on in a seat whose player is away. */
  async #free(seat: string, to: string): Promise<void> {
    const { seats, log } = this.#match;
    const { people, unpair } = this.#ports;
    this.#requireSeat(to);
    if (seats.botIn(to) !== null) return;
    this.#requireInPlay(to);
    if (!people.isAway(to, log.now())) throw refuse("not-away");
    await unpair(to);
    await this.#match.judge(
      seat,
      { type: "table-free-seat", to },
      { type: "bot-seated", seat: to, kind: SUBSTITUTE_BOT },
    );
  }

  /** Asks the people who are there to end the match: they alone do. */
  async #askEnd(seat: string, what: JudgeAct["what"]): Promise<void> {
    if (what === undefined) throw refuseValue("bad-request", "what", "one of draw, abort");
    const { people, offers } = this.#ports;
    if (offers.open?.by === "" && offers.open.what === what) return;
    const now = this.#match.log.now();
    const asked = people.all.filter((each) => !people.isAway(each, now));
    if (asked.length === 0) throw refuse("no-opponent");
    const question = { what, by: "", asked, times: LIMITS.offers };
    offers.requireFree(question);
    await this.#match.judge(seat, { type: "table-ask-end", what });
    offers.make(question);
  }

  /** @param without the refusal at a table without judges, whatever the match is in: spectators may be shown that later */
  #requirePlaying(without: "no-judge" | "bad-token" | "not-judge"): void {
    if (!this.#match.plan.judges) throw refuse(without);
    const { status } = this.#match.state;
    if (status === "gathering") throw refuse("match-not-started");
    if (status === "over") throw new RefusalError(refusalBody("match-over"));
  }

  /** A player is not judge of their own match. */
  #requireNoSeat(player: string | null): void {
    if (player !== null && this.#match.seats.hasAny([player])) throw refuse("seated-already");
  }

  #requireTime(seconds: number | undefined): number {
    const { pauses } = this.#match.plan;
    if (pauses === undefined) throw refuse("no-pauses");
    if (seconds === undefined) throw refuseValue("bad-request", "seconds", "an integer from 1");
    if (seconds > pauses) throw refuseValue("bad-request", "seconds", `${pauses} at most at this table`);
    if (this.#match.playing.pausesInRow >= SERVER_LIMITS.pauses.row) throw refuse("too-many-pauses");
    return seconds;
  }

  #requireSeat(to: string): void {
    if (!this.#match.state.seats.has(to)) throw refuse("unknown-seat", { field: "to" });
  }

  #requireInPlay(to: string): void {
    this.#requireSeat(to);
    if (!this.#ports.people.all.includes(to)) throw refuse("no-player", { field: "to" });
  }

  #enter(seat: string, command: PauseCommand, id?: string): Promise<void> {
    const { playing } = this.#match;
    return playing.pause(seat, command, "judge", id ?? judgeCommandId(`${command.type}.${playing.n + 1}`));
  }

  #hash(text: string): string {
    return createHmac("sha256", this.#match.created.secret).update(text).digest("hex");
  }
}
