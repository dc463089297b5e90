import type { Client, Room } from "@colyseus/core";
import type { MatchRequests } from "@flower-war/client-sdk/protocol";
import { isNonce } from "@flower-war/rules";
import type { Logger } from "pino";
import { answer, type RequestHandler } from "../edge/requests.ts";
import { faultOf, Refused, refused } from "../fault.ts";
import { rejectUnknownRequests } from "../wire/unknown-requests.ts";
import { addressOf, mustHold, mustSit, seatOf } from "./chair.ts";
import { COMMAND, NONCE, NOTHING, PAIR_TEMPLE } from "./formats.ts";
import type { Match } from "./match.ts";
import { played } from "./played.ts";
import type { MatchServices } from "./services.ts";

type Services = Pick<MatchServices, "temples" | "time">;

/** Lets a match's room answer what its clients ask. To be called before anybody joins. */
export function answerRequests(room: Room, match: Match, { temples, time }: Services, log: Logger): void {
  const requests: { [K in keyof MatchRequests]: RequestHandler<MatchRequests[K]["answer"]> } = {
    command: answer(log, COMMAND, (client, { id, command }) => play(match, seatOf(client), id, command)),
    nonce: answer(log, NONCE, (client, { nonce }) => giveNonce(match, mustSit(client), nonce)),
    here: answer(log, NOTHING, async (client) => {
      await welcomeBack(match, seatOf(client));
      return { now: time.now() };
    }),
    legal: answer(log, NOTHING, (client) => ({ commands: legal(match, seatOf(client)) })),
    "pair-temple": answer(log, PAIR_TEMPLE, (client, { code }) => pairTemple(match, temples, client, code)),
    "unpair-temple": answer(log, NOTHING, async (client) => {
      await temples.unpair(match.state.id, mustSit(client));
      return {};
    }),
  };
  for (const [type, handler] of Object.entries<RequestHandler<unknown>>(requests)) {
    // oxlint-disable-next-line typescript/no-misused-promises -- only a "*" handler's answer is thrown away
    room.onMessage(type, handler);
  }
  rejectUnknownRequests(room, Object.keys(requests));
}

/** A socket's ids are its seat's own: two clients that count 1, 2, 3 do not meet. */
async function play(match: Match, seat: string | null, id: string, command: unknown): Promise<{ n: number }> {
  const submitted = await played("player", () => match.submit({ id: `${seat}:${id}`, seat, command }));
  if (submitted.refused !== undefined) throw new Refused(faultOf(submitted.refused));
  return { n: submitted.n };
}

async function giveNonce(match: Match, seat: string, nonce: unknown): Promise<{ nonce: string }> {
  if (!isNonce(nonce)) throw refused("bad-nonce", { field: "nonce" });
  return { nonce: await match.giveNonce(seat, nonce) };
}

async function welcomeBack(match: Match, seat: string | null): Promise<void> {
  if (seat !== null) await match.welcomeBack(seat);
}

function legal(match: Match, seat: string | null): unknown[] {
  return seat === null ? [] : [...match.legal(seat)];
}

async function pairTemple(
  match: Match,
  temples: MatchServices["temples"],
  client: Client,
  code: string,
): Promise<{ templeId: string }> {
  const { id } = match.state;
  const { seat, holder } = mustHold(client);
  if (!match.templeSide.played) throw refused("no-temples");
  return temples.pair(id, seat, holder, addressOf(client), code);
}
