import { expect } from "vitest";
import type { Game, GameTypes } from "../../../src/game.ts";
import { begin, fold, type RecordEntry, replay } from "../../../src/record.ts";
import { deepFreeze } from "../invariants.ts";
import { headerOf, playMatch } from "../matches.ts";
import { expectSameBytes } from "../same-bytes.ts";
import type { Trial } from "../trials/trial.ts";
import { anybody, testEveryMatch } from "./property.ts";

/** Every so many commands a match that is decided again goes on from its state's JSON. */
const KEPT_EVERY = 8;

/** What becomes of a match, event by event. */
export function testFolding(trial: Trial): void {
  const anything = anybody(trial);

  testEveryMatch(
    "the canon's invariants hold after every fact, and somebody has an answer after every command but the last",
    trial,
    { quick: 150, inCi: trial.matchesInCi },
    (setting) => {
      const { game } = setting;
      playMatch(setting, anything, {
        onEvent: (state, { type }) => {
          const faults = trial.broken(state);
          if (faults.length > 0) throw new Error(`after ${type}: ${faults.join("; ")}`);
        },
        after: (state, { command: { type } }) => {
          const faults = [...trial.stuck(state), ...unanswerable(game, state)];
          if (faults.length > 0) throw new Error(`after ${type}: ${faults.join("; ")}`);
        },
      });
    },
  );

  testEveryMatch(
    "nothing that decide and evolve are given is changed by them",
    trial,
    { quick: 20 },
    (setting) => {
      playMatch(setting, anything, {
        before: (state) => void deepFreeze(state),
        onEvent: (state, event) => {
          deepFreeze(event);
          deepFreeze(state);
        },
      });
    },
  );

  testEveryMatch(
    "the events alone, and the seed with the commands, give the same state byte for byte",
    trial,
    { quick: 12 },
    (setting) => {
      const { game } = setting;
      const { state, entries } = playMatch(setting, anything);
      const header = headerOf(setting);
      const stored = JSON.parse(JSON.stringify(entries)) as RecordEntry<GameTypes>[];
      expect(JSON.stringify(replay(game, begin(game, header), stored))).toBe(JSON.stringify(state));
      let again = begin(game, header);
      for (const { n, seat, command, events } of stored) {
        const decided = game.decide(again, seat, command);
        expectSameBytes(decided.command, command);
        expectSameBytes(decided.events, events);
        again = fold(game, again, events);
        if (n % KEPT_EVERY === 0) again = JSON.parse(JSON.stringify(again)) as object;
      }
      expect(JSON.stringify(again)).toBe(JSON.stringify(state));
    },
  );
}

/** Whoever is awaited has an answer; nobody is when the match is over, and somebody else. */
function unanswerable(game: Game<GameTypes>, state: object): readonly string[] {
  const awaiting = game.awaiting(state);
  if ((awaiting.length === 0) !== (game.outcome(state) !== null))
    return ["it waits for nobody, or after its end"];
  return awaiting
    .filter(({ seat }) => game.legal(game.view(state, seat), seat).length === 0)
    .map(({ seat, decision }) => `${seat} has no answer to ${decision}`);
}
