/*
 * A player for the SDK of any release: it sits in one match of each game, plays any legal command, and waits in the middle of each, as often
 * as `middles` has entries. It prints JSON lines: `created`, `waits` with the game when it is its turn there, and `ended` with what each match
 * came to. Each line on its input sends it on, to the next middle of all matches.
 *
 * node player.mjs '{"url":...,"name":...,"seed":...,"commands":...,"middles":[12],"games":[...]}'; with "matches", by game, it joins those.
 */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar } from "@flower-war/client-sdk";

// `middles`: entries of a match after which who has the turn waits.
const { url, name, seed, commands, middles, games, openNonces, matches } = JSON.parse(process.argv[2]);
const say = (value) => console.log(JSON.stringify(value));
/** How often it was sent on. */
let sentOn = 0;
const input = createInterface({ input: process.stdin });
input.on("line", () => (sentOn += 1));
// Who started it is gone.
input.once("close", () => process.exit(1));

const host = new FlowerWar(url, { name });
const joined = await Promise.all(games.map((game) => (matches ? host.join(matches[game]) : create(game))));
if (!matches) say({ created: Object.fromEntries(joined.map((match) => [match.game, match.id])) });

const ended = await Promise.all(joined.map(play));
say({ ended: Object.fromEntries(ended.map((each) => [each.game, each])) });
process.exit();

function create(game) {
  return host.create({ game, seats: 2, ...(openNonces && { openNonces }) });
}

async function play(match, index) {
  const random = randomOf(seed + index);
  const refused = [];
  let drops = 0;
  let sent = 0;
  match.on("dropped", (drop) => {
    drops += 1;
    if (!drop.gone) return;
    console.error(`${match.game}: the connection ended for good (${drop.code})`);
    process.exit(1);
  });
  for (;;) {
    const legal = await nextTurn(match);
    if (legal === null) break;
    if (match.state.n >= middles[sentOn]) {
      say({ waits: match.game });
      await once(input, "line");
      continue;
    }
    const concession = sent < commands ? undefined : legal.find(({ type }) => type === "concede");
    const moves = legal.filter(({ type }) => type !== "concede");
    const command = concession ?? moves[Math.floor(random() * moves.length)];
    sent += 1;
    await match.send(command).catch(async (error) => {
      // It plays faster than people may.
      if (error.code === "too-many-messages") await sleep(error.wait ?? 1_000);
      // Where seats decide at the same time the other may have ended it.
      else if (error.code !== "match-over") refused.push(error.code);
    });
  }
  const witness = await (match.witness?.() ?? match.seen);
  await match.leave();
  return { game: match.game, match: match.id, sent, drops, refused, outcome: match.outcome, witness };
}

/** Resolves with what this seat may do, once that is more than to concede; `null`: the match is over. */
function nextTurn(match) {
  return new Promise((resolve) => {
    const look = () => {
      const legal = match.status === "playing" ? match.legal() : [];
      if (match.status !== "over" && !legal.some(({ type }) => type !== "concede")) return;
      stop();
      resolve(match.status === "over" ? null : legal);
    };
    const stop = match.on("change", look);
    look();
  });
}

/** Draws the same fractions each time for the same seed (mulberry32). */
function randomOf(first) {
  let state = first >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
