import type { Client, Room } from "@colyseus/core";
import {
  type ChatLine,
  type CommandAnswer,
  LIMITS,
  type LoggedEntry,
  type MatchRequests,
  type ReportRequest,
  type Seal,
} from "@flower-war/protocol";
import { LeaveRequest, MATCH_REQUESTS } from "@flower-war/protocol/schemas";
import { type GameTypes, isNonce } from "@flower-war/rules";
import { isKey } from "@flower-war/rules/witness";
import type { Logger } from "pino";
import type { z } from "zod";
import { RefusalError, refusalBody, refuse } from "../refusal.ts";
import { clientCommandId } from "../storage/journal/command-ids.ts";
import {
  answerRequests,
  type FindHandler,
  findNamed,
  handle,
  type RequestHandler,
} from "../wire/requests.ts";
import type { Challenges } from "./challenges.ts";
import type { Match } from "./match.ts";
import type { MatchChat, Sender } from "./match-chat.ts";
import type { EntryLog } from "./outbound/entry-log.ts";
import type { RoomClients } from "./room-clients.ts";
import { addressOf, type MatchClient, requireClaim, requireSeat, seatOf } from "./seats/client-auth.ts";
import type { SeatClaim } from "./seats/seat-claim.ts";
import type { MatchServices } from "./services.ts";

/** The parts that the handlers of a match's room use. */
interface RoomParts {
  readonly services: Pick<MatchServices, "temples" | "reports" | "sanctions" | "time">;
  readonly match: Match;
  readonly entryLog: EntryLog<GameTypes>;
  readonly chat: MatchChat;
  readonly challenges: Challenges;
  readonly clients: Pick<RoomClients, "playerOf">;
  readonly log: Logger;
}

/** Makes the handler of one kind of request for a room. A room makes it when the first such request comes. */
type MakeHandler<A> = (room: RoomParts) => RequestHandler<A>;

/** Answers a request whose payload has a format. */
function answer<P, A>(
  format: z.ZodType<P>,
  answerWith: (room: RoomParts, client: Client, payload: P) => A | Promise<A>,
): MakeHandler<A> {
  return (room) => handle(room.log, format, (client, payload) => answerWith(room, client, payload));
}

/** Lets who has a seat do something whose answer only says that it is done. While a table gathers, only the holder stays the same. */
function act<P>(
  format: z.ZodType<P>,
  action: (room: RoomParts, by: Pick<SeatClaim, "seat" | "holder">, payload: P) => Promise<void>,
): MakeHandler<Record<string, never>> {
  return answer(format, async (room, client, payload) => {
    await action(room, requireClaim(client), payload);
    return {};
  });
}

const HANDLERS = {
  command: answer(MATCH_REQUESTS.command.payload, play),
  nonce: answer(MATCH_REQUESTS.nonce.payload, ({ match }, client, { nonce }) =>
    giveNonce(match, requireClaim(client).holder, nonce),
  ),
  seal: answer(MATCH_REQUESTS.seal.payload, ({ match }, client, seal) =>
    giveSeal(match, requireClaim(client).holder, seal),
  ),
  ready: act(MATCH_REQUESTS.ready.payload, ({ match }, { holder }, { ready }) =>
    match.gathering.beginning.setReady(holder, ready),
  ),
  "move-seat": act(MATCH_REQUESTS["move-seat"].payload, ({ match }, { holder }, { seat }) =>
    match.gathering.moveSeat(holder, seat),
  ),
  "seat-bot": act(MATCH_REQUESTS["seat-bot"].payload, ({ match }, { holder }, { seat, kind }) =>
    match.gathering.host.seatBot(holder, seat, kind),
  ),
  "free-seat": act(MATCH_REQUESTS["free-seat"].payload, ({ match }, { holder }, { seat }) =>
    match.gathering.host.freeSeat(holder, seat),
  ),
  challenge: answer(MATCH_REQUESTS.challenge.payload, async ({ challenges }, client, { seat, bot }) => {
    await challenges.open(requireClaim(client).holder, seat, bot, addressOf(client));
    return {};
  }),
  "hand-over": act(MATCH_REQUESTS["hand-over"].payload, ({ match }, { holder }, { seat }) =>
    match.gathering.host.handOver(holder, seat),
  ),
  "show-code": act(MATCH_REQUESTS["show-code"].payload, ({ match }, { holder }, { shown }) =>
    match.gathering.host.showCode(holder, shown),
  ),
  start: act(MATCH_REQUESTS.start.payload, ({ match }, { holder }) => match.gathering.host.start(holder)),
  offer: act(MATCH_REQUESTS.offer.payload, ({ match }, { seat }, { what }) =>
    match.endings.offer(seat, what),
  ),
  accept: act(MATCH_REQUESTS.accept.payload, ({ match }, { seat }, { id }) => match.endings.accept(seat, id)),
  decline: act(MATCH_REQUESTS.decline.payload, ({ match }, { seat }, { id }) =>
    match.endings.decline(seat, id),
  ),
  claim: act(MATCH_REQUESTS.claim.payload, ({ match }, { seat }, { what }) =>
    match.endings.claim(seat, what),
  ),
  here: answer(MATCH_REQUESTS.here.payload, async ({ match, services }, client) => {
    const seat = seatOf(client);
    if (seat !== null) await match.markPresent(seat);
    return { now: services.time.now() };
  }),
  legal: answer(MATCH_REQUESTS.legal.payload, ({ match }, client) => ({
    commands: legal(match, seatOf(client)),
  })),
  log: answer(MATCH_REQUESTS.log.payload, ({ match, entryLog }, client, { after }) =>
    entryLog.readPage(seatOf(client) ?? "public", after, match.state.n),
  ),
  header: answer(MATCH_REQUESTS.header.payload, ({ match }) => ({ header: match.witnesses.header })),
  witness: act(MATCH_REQUESTS.witness.payload, ({ match }, { seat }, signature) =>
    match.witnesses.sign(seat, signature),
  ),
  say: answer(MATCH_REQUESTS.say.payload, async (room, client, { id, name, text }) => {
    requireNotMuted(room, client);
    return { n: await room.chat.say(senderOf(client, name), id, { text }) };
  }),
  react: answer(MATCH_REQUESTS.react.payload, async (room, client, { id, name, reaction }) => {
    requireNotMuted(room, client);
    return { n: await room.chat.say(senderOf(client, name), id, { reaction }) };
  }),
  chat: answer(MATCH_REQUESTS.chat.payload, ({ chat }, client, { after }) =>
    chat.readPage(seatOf(client) !== null, after),
  ),
  time: answer(MATCH_REQUESTS.time.payload, ({ services }) => ({ now: services.time.now() })),
  report: answer(MATCH_REQUESTS.report.payload, async (room, client, request) => {
    await report(room, client, request);
    return {};
  }),
  "pair-temple": answer(
    MATCH_REQUESTS["pair-temple"].payload,
    ({ match, services: { temples } }, client, { code }) => pairTemple(match, temples, client, code),
  ),
  "nearby-temples": answer(
    MATCH_REQUESTS["nearby-temples"].payload,
    async ({ match, services: { temples } }, client) => {
      requireTemples(match, client);
      return { temples: await temples.listNearby(match.state.id, addressOf(client)) };
    },
  ),
  "pair-nearby": answer(
    MATCH_REQUESTS["pair-nearby"].payload,
    ({ match, services: { temples } }, client, { templeId }) => {
      const { seat, holder } = requireTemples(match, client);
      const { id, seats } = match.state;
      return temples.ask(
        { match: id, seat, holder, name: seats.get(seat)?.name ?? "" },
        addressOf(client),
        templeId,
      );
    },
  ),
  "stop-nearby": act(MATCH_REQUESTS["stop-nearby"].payload, ({ match, services: { temples } }, { seat }) =>
    temples.stopAsking(match.state.id, seat),
  ),
  "unpair-temple": answer(
    MATCH_REQUESTS["unpair-temple"].payload,
    async ({ match, services: { temples } }, client) => {
      await temples.unpair(match.state.id, requireSeat(client));
      return {};
    },
  ),
} satisfies { [K in keyof MatchRequests]: MakeHandler<MatchRequests[K]["answer"]> };

/** A request of clients without a WebSocket alone: others close theirs instead. */
const HTTP_HANDLERS = {
  ...HANDLERS,
  leave: act(LeaveRequest, ({ match }, { holder }) => match.gathering.leave(holder)),
};

/** Lets a match's room answer its clients' requests. Call it before the first join. Returns the handlers for clients without a WebSocket. */
export function answerMatchRequests(room: Room, parts: RoomParts): FindHandler {
  answerRequests(room, (type) => findNamed(HANDLERS, type)?.(parts));
  return (type) => findNamed(HTTP_HANDLERS, type)?.(parts);
}

function requireNotMuted({ services, clients }: RoomParts, client: MatchClient): void {
  if (services.sanctions.isMuted({ player: clients.playerOf(client), address: addressOf(client) }))
    throw refuse("muted");
}

/** @param name of a spectator; a player has one already */
function senderOf(client: Client, name: string | undefined): Sender {
  return { seat: seatOf(client), address: addressOf(client), name };
}

async function play(
  { match }: RoomParts,
  client: Client,
  { id, command }: z.infer<(typeof MATCH_REQUESTS)["command"]["payload"]>,
): Promise<CommandAnswer> {
  const seat = seatOf(client);
  const submitted = await match.submit("player", { id: clientCommandId(seat, id), seat, command });
  if (submitted.refused !== undefined) throw new RefusalError(refusalBody(submitted.refused));
  return { n: submitted.n, legal: legal(match, seat) };
}

async function giveSeal(
  match: Match,
  holder: string,
  { seal, key }: z.infer<(typeof MATCH_REQUESTS)["seal"]["payload"]>,
): Promise<Seal> {
  if (!isKey(seal)) throw refuse("bad-seal", { field: "seal" });
  if (key !== "" && !isKey(key)) throw refuse("bad-seal", { field: "key" });
  return match.gathering.beginning.giveSeal(holder, { seal, key });
}

async function giveNonce(match: Match, holder: string, nonce: unknown): Promise<{ nonce: string }> {
  if (!isNonce(nonce)) throw refuse("bad-nonce", { field: "nonce" });
  return { nonce: await match.gathering.beginning.giveNonce(holder, nonce) };
}

function legal(match: Match, seat: string | null): { type: string }[] {
  return seat === null ? [] : [...match.legal(seat)];
}

/** @throws `RefusalError` with `unknown-seat`, `no-player`, `own-seat`, or as `Reports.file` */
async function report(
  { match, entryLog, chat, clients, services }: RoomParts,
  client: MatchClient,
  { seat, reason, text }: ReportRequest,
): Promise<void> {
  const { state, seats, plan } = match;
  if (!seats.isPerson(seat)) throw refuse("no-player", { field: "seat" });
  const own = seatOf(client);
  if (own === seat) throw refuse("own-seat", { field: "seat" });
  const reported = seats.personIn(seat);
  const content = {
    match: state.id,
    code: state.code,
    game: plan.game,
    reason,
    text,
    reported: { seat, ...reported, address: seats.addressIn(seat) },
    reporter: { seat: own, name: own === null ? "" : seats.nameOf(own), player: clients.playerOf(client) },
  };
  await services.reports.file(content, addressOf(client), async () => ({
    lines: await readEnd(entryLog, state.n),
    chat: await readTalk(chat),
  }));
}

/** Reads the last entries of a match's log, as everybody may see them. */
async function readEnd(entryLog: EntryLog<GameTypes>, n: number): Promise<LoggedEntry[]> {
  const lines: LoggedEntry[] = [];
  for (let after = Math.max(0, n - LIMITS.reportLines); after < n; ) {
    const { entries } = await entryLog.readPage("public", after, n);
    lines.push(...entries);
    after += entries.length;
  }
  return lines;
}

/** Reads the last lines of a match's chat, spectators' too. */
async function readTalk(chat: MatchChat): Promise<ChatLine[]> {
  const lines: ChatLine[] = [];
  for (let more = true; more; ) {
    const page = await chat.readPage(false, lines.at(-1)?.n ?? 0);
    lines.push(...page.lines);
    more = page.more;
  }
  return lines.slice(-LIMITS.reportLines);
}

async function pairTemple(
  match: Match,
  temples: MatchServices["temples"],
  client: Client,
  code: string,
): Promise<{ templeId: string }> {
  const { id } = match.state;
  const { seat, holder } = requireTemples(match, client);
  return temples.pair(id, seat, holder, addressOf(client), code);
}

/** Returns the claim of a player in a game that is played with temples. @throws `RefusalError` with `not-seated` or `no-temples` */
function requireTemples(match: Match, client: Client): Pick<SeatClaim, "seat" | "holder"> {
  const claim = requireClaim(client);
  if (!match.templeView.isSupported) throw refuse("no-temples");
  return claim;
}
