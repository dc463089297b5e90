import { join } from "node:path";
import { begin, defaultsOf, fold, RULES_VERSION, STREAM } from "@flower-war/rules";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { flowerWar } from "@flower-war/rules/flower-war";
import { nanoid } from "nanoid";
import type { Begun, Created, StoredFact } from "../../../server/src/storage/journal/facts.ts";
import { headerOf } from "../../../server/src/storage/journal/record.ts";
import { PLAN } from "../../../server/test/support/match-plan.ts";
import { openJournalFile } from "../stored-journal.ts";

/** Matches that are written at a time. */
const BATCH = 500;
/** One match in so many is only half played. */
const UNFINISHED = 10;

/** Stores so many matches in a server's data folder, each as long as one between bots. */
export async function storeMatches(dataDir: string, count: number): Promise<void> {
  if (count === 0) return;
  const { database, journal } = await openJournalFile(join(dataDir, "flower-war.db"));
  const facts = playMatch();
  for (let i = 0; i < count; i += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, count - i) }, (_, k) => i + k);
    await Promise.all(
      some.map(async (k) => {
        const name = { match: `stored${nanoid()}`, code: `S${k}`, game: "flower-war" };
        await journal.create(name, facts.slice(0, 1));
        const over = k % UNFINISHED > 0;
        const rest = over ? facts.slice(1) : facts.slice(1, facts.length / 2);
        await journal.append(name.match, { epoch: 1, n: 1 }, rest, over);
      }),
    );
  }
  journal.close();
  await database.close();
}

/** Plays a match between easy bots. Returns its facts, all of now. */
function playMatch(): StoredFact[] {
  const seats = flowerWar.seatsFor(2);
  const created: Created = {
    type: "created",
    secret: "0".repeat(64),
    plan: {
      ...PLAN,
      match: "stored",
      code: "S",
      options: { ...defaultsOf(flowerWar), rackSize: 4 },
      seats: seats.length,
    },
  };
  const begun: Begun = {
    type: "begun",
    rules: RULES_VERSION,
    stream: STREAM,
    seats,
    seed: "5eed".repeat(16),
    players: seats.map((name) => ({ kind: "human", name, nonce: "", from: "player" })),
  };
  const at = Date.now();
  const facts: StoredFact[] = [
    { at, ...created },
    { at, ...begun },
  ];
  const random = randomFrom("5eed".repeat(16));
  let state = begin(flowerWar, headerOf(created, begun) as never);
  for (let n = 1; ; n++) {
    const [awaited] = flowerWar.awaiting(state);
    if (awaited === undefined) return facts;
    const { seat } = awaited;
    const command = bots["flower-war"].easy(flowerWar.view(state, seat), random);
    const { events = [] } = flowerWar.decide(state, seat, command);
    facts.push({ at, type: "entry", entry: { n, id: `${seat}:${n}`, seat, command, events } });
    state = fold(flowerWar, state, events);
  }
}
