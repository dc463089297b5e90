import { createMatch, requestSeat } from "./post.ts";
import { askMatch, TestStream } from "./stream.ts";
import { until } from "./until.ts";

/** Plays a match of two seats that one player concedes at once. Returns what it is found by: its id or, of a private one, its invitation. */
export async function finishMatch(url: string, isPrivate = false): Promise<string> {
  const settings = { game: "tieqchieq", seats: 2, openNonces: true, private: isPrivate };
  const first = await createMatch(url, settings);
  const { match } = first;
  const second = await requestSeat(url, first.invitation ?? match, { name: "Izel" });
  const players = [first, second];
  const streams = await Promise.all(players.map(({ token }) => TestStream.open(url, match, { token })));
  for (const { token, seat } of players)
    await askMatch(url, match, "nonce", { token, body: { nonce: `nonce-of-${seat}` } });
  const [stream] = streams;
  if (!stream) throw new Error("no stream");
  await stream.waitForEntry(0);
  const body = { id: "concede", command: { type: "concede" } };
  await askMatch(url, match, "commands", { token: first.token, body });
  await until(() => (stream.known.outcome ?? null) !== null, "the end");
  for (const each of streams) each.close();
  return first.invitation ?? match;
}
