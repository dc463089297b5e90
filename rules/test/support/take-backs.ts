import { type Bot, bots, randomFrom } from "../../src/bots/index.ts";
import { type Game, type GameTypes, games, type PublicEntry } from "../../src/index.ts";
import { advance, couldOthersAct, type Position, takeableIn } from "../../src/take-back.ts";
import type { Parts } from "./records.ts";
import { type WitnessedSetting, witnessedRecord, withSignatures } from "./witnessed.ts";

/**
 * Plays a match between easy bots, as `witnessedRecord` does, in which one of `each` acts that can be taken back is, and returns its record of
 * format 4. Where others could have acted, all people among them agree.
 */
export function takenBackRecord(setting: WitnessedSetting & { readonly each?: number }): Parts {
  const { each = 3, drawAfter = Number.POSITIVE_INFINITY } = setting;
  const { header, end } = witnessedRecord({ ...setting, drawAfter: 0 });
  const game = games[setting.game ?? "flower-war"] as Game<GameTypes>;
  const easy = bots[setting.game ?? "flower-war"].easy as Bot<GameTypes>;
  const seats = header.seats.map(({ seat }) => seat);
  const random = randomFrom(end.seed);
  const state = game.setup(header.options, seats.length, end.seed);
  const entries: PublicEntry[] = [];
  let position: Position<GameTypes> = { state, acts: [] };
  let takeables = 0;
  const add = (entry: Omit<PublicEntry, "n">, after?: object) => {
    const whole = { n: entries.length + 1, ...entry };
    entries.push(whole);
    position = advance(game, position, whole, after);
  };
  while (game.outcome(position.state) === null && entries.length < drawAfter) {
    const isOwn = ({ by }: { by?: string }) => by === undefined;
    const taken = takeableIn<GameTypes, PublicEntry>(game, seats, position, isOwn);
    takeables += Number(taken !== null);
    if (taken !== null && takeables % each === 0) {
      const { n, seat } = taken;
      const people = header.seats.filter((other) => other.kind === "human" && other.seat !== seat);
      const agreed = couldOthersAct(game, position, seat) ? people.map((other) => other.seat) : [];
      add({ seat, command: { type: "take-back", n }, events: [{ type: "taken-back", n, agreed }] });
      continue;
    }
    const seat = game.awaiting(position.state)[0]?.seat ?? "";
    const decided = game.decide(
      position.state,
      seat,
      easy(game.view(position.state, seat), random, () => false),
    );
    if (decided.events === undefined) throw new Error(decided.refused);
    const by = setting.bots?.includes(seat) ? "bot" : (entries.length + 1) % 7 === 0 ? "clock" : undefined;
    add({ seat, ...(by && { by }), command: decided.command, events: decided.events }, decided.state);
  }
  const outcome = game.outcome(position.state) ?? { by: "draw", winner: null };
  return withSignatures({
    header: { ...header, format: "flower-war-record-4", takeBacks: true },
    entries,
    end: { ...end, outcome },
  });
}
