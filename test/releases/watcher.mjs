/*
 * A client of any release at a table that may need a newer one: it tries to take a seat, watches, and plays in a seat when it is given one.
 * It prints JSON lines: `watches`, `seated`, `played`, and `ended` with what it saw. Each line on its input is a token, by which it takes the
 * seat, or empty: then it plays there once and leaves, or waits for the end.
 *
 * node watcher.mjs '{"url":...,"match":...,"sits":true}'; without `sits` it tries to take no seat
 */
import { createInterface } from "node:readline";
import { FlowerWar } from "@flower-war/client-sdk";

const { url, match: name, sits } = JSON.parse(process.argv[2]);
const say = (value) => console.log(JSON.stringify(value));
const input = createInterface({ input: process.stdin });
// Who started it is gone.
input.once("close", () => process.exit(1));
const lines = input[Symbol.asyncIterator]();
const next = async () => (await lines.next()).value;

/** What went wrong while it looked at a match, as any program does. */
const flaws = [];

/** Notes what is seen of a match: its events, and its view after each entry. */
function follow(match) {
  const seen = { events: [], views: {} };
  const look = () => {
    try {
      if (match.view !== null) seen.views[match.state.n] = match.view;
      JSON.stringify([match.seats, match.clock?.rules, match.awaiting, match.legal(), match.outcome]);
    } catch (error) {
      flaws.push(String(error));
    }
  };
  match.on("event", (event, { n, seat }) => seen.events.push([n, seat, event]));
  match.on("change", look);
  match.on("dropped", ({ code }) => flaws.push(`dropped with ${code}`));
  look();
  return seen;
}

const host = new FlowerWar(url, { name: "Xoco" });
const refused = sits ? await host.join(name).then(String, ({ code }) => code) : null;
const watched = await host.spectate(name);
const seen = follow(watched);
// After the last event.
const ended = new Promise((resolve) => watched.on("ended", resolve));
say({ watches: { refused } });

for (let token = await next(); token !== ""; token = await next()) {
  const match = await host.join(watched.id, { token });
  const own = follow(match);
  say({ seated: match.seat });
  await next();
  const [command] = match.legal().filter(({ type }) => type !== "concede");
  const { n } = await match.send(command);
  say({ played: { n, ...own } });
  await match.leave();
}
await ended;
say({ ended: { ...seen, outcome: watched.outcome, flaws } });
process.exit();
