import { begin, fold } from "@flower-war/rules";
import { GAMES } from "../../../server/src/games/index.ts";
import { playedBy } from "../../../server/src/storage/journal/command-ids.ts";
import { readPlayedMatch } from "../../../server/src/storage/journal/record.ts";
import type { House } from "../house/house.ts";
import type { WorldTable } from "../people/world-table.ts";

/** Answers after which it is not known whether the command was played. */
const UNKNOWN = ["closed", "timeout", "unreachable", "unavailable", "internal", "draining"];

/**
 * Finds what the log of a match has otherwise than its people were told: an accepted command is there exactly once, as the entry of its
 * number; a refused one is not; the rules produce each entry's events again; what each person sees is the rules' view of the log.
 */
export async function checkJournal(house: House, table: WorldTable): Promise<void> {
  const { id: match, answers, people, plan } = table;
  if (match === null) return house.find("liveness", "no match was created");
  const stored = await house.store.read(match);
  const played = stored && readPlayedMatch(stored.facts);
  if (!played) return house.find("log", `${match} has not begun`);
  const byId = Map.groupBy(played.entries, ({ id }) => id);
  for (const [id, same] of byId)
    if (same.length > 1) house.find("log", `${match} has ${id} ${same.length} times`);
  for (const { seat, id, n, code } of answers) {
    const entry = byId.get(`${seat}:${id}`)?.[0];
    if (n !== null && entry?.n !== n)
      house.find("log", `${id} was told to be entry ${n} of ${match}, and is ${entry?.n ?? "not there"}`);
    const wasAccepted = answers.some((other) => other.id === id && other.n !== null);
    if (code !== null && !UNKNOWN.includes(code) && entry !== undefined && !wasAccepted)
      house.find("log", `${id} was refused with ${code}, and is entry ${entry.n} of ${match}`);
  }
  for (const entry of played.entries) {
    const isProgram = table.program !== null && !people.some(({ seat }) => seat === entry.seat);
    if (playedBy(entry) === null && !isProgram && !table.hasSent(entry.id))
      house.find("log", `${match} has ${entry.id}, which no player has sent`);
  }
  await checkEnd(house, table);
  const game = GAMES.get(plan.game)?.game as never as GameLike;
  let state = begin(game as never, played.header as never) as unknown;
  for (const { n, seat, command, events } of played.entries) {
    const decided = game.decide(state, seat, command);
    if (JSON.stringify(decided.events) !== JSON.stringify(events))
      house.find("rules", `${match}: the rules give other events for entry ${n}`);
    state = fold(game as never, state as never, events as never);
  }
  for (const spectator of table.spectators) {
    if (formatSorted(game.view(state, "public")) !== formatSorted(spectator.match?.view))
      house.find("views", `${spectator.name} sees another ${match} than the public view of its log`);
  }
  for (const person of people) {
    // Version 0.2 sees a view that lacks what came later.
    if (person.hasVanished || person.isOld) continue;
    const view = game.view(state, person.seat ?? "public");
    if (formatSorted(view) !== formatSorted(person.match?.view))
      house.find("views", `${person.name} sees another ${match} than its log has`);
  }
}

/** ms of virtual time in which the end of a match is signed by all, and the signatures are stored. */
const SIGNED_WITHIN = 30_000;
const LOOK = 500;

/** Finds a match that is over and not stored so, and seats that were there to its end and have not signed it. */
async function checkEnd(house: House, { id, people }: WorldTable): Promise<void> {
  const match = id ?? "";
  const signing = people.filter(({ hasVanished, isOld }) => !hasVanished && !isOld);
  if (people.every(({ hasVanished }) => hasVanished)) return;
  if ((await house.store.findHead(match))?.over !== true) house.find("log", `${match} is not stored as over`);
  let missing = await withoutSignature(house, match, signing);
  for (let waited = 0; missing.length > 0 && waited < SIGNED_WITHIN; waited += LOOK) {
    await house.sleep(LOOK);
    missing = await withoutSignature(house, match, missing);
  }
  for (const { name } of missing)
    house.find("witness", `${name}'s signature of the end of ${match} is not stored`);
}

/** Returns the people whose signature of a match's end is not stored. */
async function withoutSignature<P extends { readonly seat: string | null }>(
  house: House,
  match: string,
  people: readonly P[],
): Promise<P[]> {
  const { facts = [] } = (await house.store.read(match)) ?? {};
  const entries = facts.filter(({ type }) => type === "entry").length;
  const signed = facts.flatMap((fact) =>
    fact.type === "witnessed" && fact.n === entries ? [fact.seat] : [],
  );
  return people.filter(({ seat }) => !signed.includes(seat ?? ""));
}

interface GameLike {
  decide(state: unknown, seat: unknown, command: unknown): { readonly events?: readonly unknown[] };
  view(state: unknown, seat: string): unknown;
}

/** Formats a value with the fields of all objects in one order. */
function formatSorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
