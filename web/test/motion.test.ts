import type { GameName } from "@flower-war/client-sdk";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Pace } from "../src/game-frame/motion/conditions.ts";
import { stepsOf } from "../src/game-frame/motion/motions.ts";
import {
  type MatchPicture,
  type PictureOptions,
  PictureStore,
} from "../src/game-frame/picture/match-picture.ts";
import { ManualTime } from "./support/manual-time.ts";
import { MOTIONS, numbered, type PlayedEntry, RandomMatch, type Wanted } from "./support/pictured-match.ts";

/** A decision waits so many ms for its picture at most. */
const MOST_WAIT = 1500;

/** What others do is shown so many ms late at most. */
const MOST_LAG = 4000;

const GAMES: readonly GameName[] = ["flower-war", "mexica", "space-aztecs", "tieqchieq"];

/** What happens to a match and its viewer. */
type Happening =
  /** A command is played. `late`: ms after which its entry follows the patch; `null`: never. */
  | { readonly type: "play"; readonly late: number | null }
  | { readonly type: "pass"; readonly ms: number }
  | { readonly type: "pace"; readonly pace: Pace }
  | { readonly type: "touch" | "reload" | "drop" | "resume" | "hide" }
  | { readonly type: "pause" | "go-on" | "step" };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant("play"), late: fc.constant(0) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("play"),
      late: fc.option(fc.integer({ min: 1, max: 600 }), { nil: null }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("pass"), ms: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("pace"), pace: fc.constantFrom<Pace>(0, 1, 2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom("touch", "reload", "drop", "resume", "hide") }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("pause", "go-on", "step") }) },
);

const wanted = (game: GameName): fc.Arbitrary<Wanted> =>
  fc.record({ game: fc.constant(game), table: fc.nat(50), seed: fc.nat() });

/** A viewer's page: what its table showed, and how long decisions waited for that. */
class Page {
  readonly match: RandomMatch;
  readonly time = new ManualTime();
  /** Steps in the order in which they were shown, by the order in which they happened. */
  shownSteps: number[] = [];
  longestWait = 0;
  longestLag = 0;
  pace: Pace = 1;
  readonly #views = new Map<object, number>();
  readonly #game: GameName;
  // oxlint-disable-next-line walls/definite -- the constructor calls load
  #store!: PictureStore<GameName>;
  // oxlint-disable-next-line walls/definite -- the constructor calls load
  #order!: ReturnType<typeof numbered>["order"];
  /** The decision of the viewer that is not shown yet. */
  #decision: { readonly n: number; readonly since: number } | null = null;
  /** The entry after which the viewer got the choice that they have. */
  #choiceSince = 0;
  /** Whom the match waited for after each entry. */
  readonly #awaited = new Map<number, unknown>();
  /** Whether the viewer paused, and has not caught up. */
  #isUnhurried = false;
  /** When entries that are not shown yet came. */
  readonly #unseen = new Map<number, number>();
  #stop = () => {};

  constructor(settings: Wanted) {
    this.match = new RandomMatch(settings);
    this.#game = settings.game;
    this.#views.set(this.match.view, 0);
    this.#awaited.set(0, this.match.awaiting);
    this.load();
  }

  get picture(): MatchPicture {
    const picture = this.#store.picture();
    if (picture === null) throw new Error("there is no picture");
    return picture;
  }

  /** Loads the page, or loads it again. */
  load(): void {
    this.#stop();
    const { motion, order } = numbered(MOTIONS[this.#game]);
    const options = { motion, time: this.time, pace: () => this.pace };
    this.#store = new PictureStore(this.match.pictured, options as unknown as PictureOptions<GameName>);
    this.#order = order;
    this.shownSteps = [];
    this.#stop = this.#store.subscribe(() => this.#look());
    this.#look();
  }

  async happen(happening: Happening): Promise<void> {
    switch (happening.type) {
      case "play":
        return this.#play(happening.late);
      case "pass":
        return this.time.pass(happening.ms);
      case "pace":
        this.pace = happening.pace;
        return this.pace === 0 ? this.#store.settle() : undefined;
      case "touch":
        this.match.touch();
        return this.#know();
      case "reload":
        return this.load();
      case "drop":
        return this.match.drop();
      case "resume":
        this.match.resume();
        return this.#know();
      case "hide":
        return this.#store.settle();
      case "pause":
        this.#isUnhurried = true;
        return this.#store.pause();
      case "step":
        this.#isUnhurried = true;
        return this.#store.step();
      case "go-on":
        return this.#store.resume();
    }
  }

  async #play(late: number | null): Promise<void> {
    const { seat, connection } = this.match;
    if (connection === "connected") this.#unseen.set(this.match.state.n + 1, this.time.monotonic());
    const choice = this.#choice();
    const entry = this.match.play();
    if (this.#choice() !== choice) this.#choiceSince = this.match.state.n;
    this.#awaited.set(this.match.state.n, this.match.awaiting);
    // The viewer learns of events during a lost connection when it is back.
    if (entry === null || connection !== "connected") return;
    const decides = this.match.awaiting.some((awaited) => awaited.seat === seat);
    if (decides) this.#decision ??= { n: entry.n, since: this.time.monotonic() };
    else this.#decision = null;
    this.#know();
    if (late === null) return;
    if (late === 0) this.match.report(entry);
    else this.time.after(late, () => this.match.report(entry));
    // The picture takes an entry when all its events were reported.
    await Promise.resolve();
    this.#look();
  }

  /** What the viewer can choose from; `null`: they have nothing to decide. */
  #choice(): string | null {
    const { awaiting, seat } = this.match;
    return awaiting.some((each) => each.seat === seat) ? JSON.stringify(this.match.legal()) : null;
  }

  /** Remembers which entry the match's view follows. */
  #know(): void {
    this.#views.set(this.match.view, this.match.state.n);
    this.#look();
  }

  #look(): void {
    const { n, reached, playing, isDecisionAnnounced } = this.picture;
    // What is announced is always a state that was, never one in between.
    if (this.#views.has(this.match.view)) expect(this.#views.get(reached)).toBe(n);
    if (this.#views.has(this.match.view)) {
      const { isLatest, isAsked, awaiting } = this.picture;
      if ((isLatest || isAsked) && this.#choice() !== null)
        expect(n).toBeGreaterThanOrEqual(this.#choiceSince);
      expect(awaiting).toEqual(this.#awaited.get(n));
    }
    const step = playing === null ? undefined : this.#order.get(playing.motions);
    if (step !== undefined && step !== this.shownSteps.at(-1)) this.shownSteps.push(step);
    const now = this.time.monotonic();
    if (this.#decision !== null && n >= this.#decision.n && isDecisionAnnounced) {
      this.longestWait = Math.max(this.longestWait, now - this.#decision.since);
      this.#decision = null;
    }
    for (const [entry, since] of this.#unseen) {
      if (entry > n) continue;
      if (!this.#isUnhurried) this.longestLag = Math.max(this.longestLag, now - since);
      this.#unseen.delete(entry);
    }
    const { isLatest, isPaused } = this.picture;
    if (isLatest && !isPaused) this.#isUnhurried = false;
  }
}

describe.each(GAMES)("the table of %s, whatever happens at whatever speed", (game) => {
  test("shows the latest state in the end, its events in order, and no decision late", async () => {
    await fc.assert(
      fc.asyncProperty(
        wanted(game),
        fc.array(happening, { minLength: 10, maxLength: 120 }),
        async (settings, happenings) => {
          const page = new Page(settings);
          for (const each of happenings) {
            await page.happen(each);
            expect(page.shownSteps).toEqual(page.shownSteps.toSorted((one, other) => one - other));
          }
          await page.happen({ type: "resume" });
          await page.happen({ type: "hide" });
          page.time.pass(10_000);
          const { match, picture } = page;
          const decides = match.awaiting.some(({ seat }) => seat === match.seat);
          expect(picture.isDecisionAnnounced).toBe(decides);
          expect(picture).toMatchObject({ n: match.state.n, playing: null, isLatest: true });
          expect(picture.view).toBe(match.view);
          expect(picture.reached).toBe(match.view);
          expect(Math.round(page.longestWait)).toBeLessThanOrEqual(MOST_WAIT);
          expect(Math.round(page.longestLag)).toBeLessThanOrEqual(MOST_LAG);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("moves for a while at each step, and ends where the state is", () => {
    fc.assert(
      fc.property(wanted(game), (settings) => {
        for (const { before, events, after } of playedBy(settings, 60)) {
          for (const { ms, motions } of stepsOf(MOTIONS[game], before, events, after)) {
            expect(ms).toBeGreaterThan(0);
            for (const motion of motions) {
              expect(motion.ms).toBeLessThanOrEqual(900);
              if ("way" in motion) expect(motion.way.flat().every(Number.isFinite)).toBe(true);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

function playedBy(settings: Wanted, entries: number): readonly PlayedEntry[] {
  const match = new RandomMatch(settings);
  return Array.from({ length: entries }, () => match.play()).filter((entry) => entry !== null);
}
