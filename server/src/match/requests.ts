import type { Client, Room } from "@colyseus/core";
import {
  type ChatLine,
  type CommandAnswer,
  LIMITS,
  type LoggedEntry,
  type MatchRequests,
  type Seal,
} from "@flower-war/protocol";
import { LeaveRequest, MATCH_REQUESTS } from "@flower-war/protocol/schemas";
import type { ReportRequest } from "@flower-war/protocol/server";
import { type GameTypes, isNonce } from "@flower-war/rules";
import { isKey } from "@flower-war/rules/witness";
import type { Logger } from "pino";
import type { z } from "zod";
import { RefusalError, refusalBody, refuse } from "../refusal.ts";
import { clientCommandId } from "../storage/journal/command-ids.ts";
import { GuardedSocket } from "../wire/guarded-socket.ts";
import { answerRequests, type FindHandler, findNamed, handle } from "../wire/requests.ts";
import type { Challenges } from "./challenges.ts";
import type { Endings } from "./ending/endings.ts";
import type { HandOvers } from "./ending/hand-overs.ts";
import type { Judging } from "./ending/judging.ts";
import type { Offers } from "./ending/offers.ts";
import type { Pauses } from "./ending/pauses.ts";
import type { TakeBacks } from "./ending/take-backs.ts";
import type { Gathering } from "./gathering/gathering.ts";
import type { Hints } from "./hints.ts";
import type { Match } from "./match.ts";
import type { MatchChat } from "./match-chat.ts";
import { type DelayedCrowd, entriesShown } from "./outbound/delayed-crowd.ts";
import type { EntryLog } from "./outbound/entry-log.ts";
import type { SeatAsks } from "./seat-asks.ts";
import {
  addressOf,
  type MatchClient,
  playerOf,
  requireClaim,
  requireMayTalk,
  seatOf,
  wantsLegal,
} from "./seats/client-auth.ts";
import type { Barrable } from "./seats/barred.ts";
import type { SeatClaim } from "./seats/seat-claim.ts";
import type { MatchServices } from "./services.ts";
import type { Witnesses } from "./witnesses.ts";

/** The parts that the handlers of a match's room use. */
interface RoomParts {
  readonly services: Pick<MatchServices, "temples" | "reports" | "sanctions" | "time">;
  readonly match: Match;
  readonly delayed: DelayedCrowd | null;
  readonly gathering: Gathering;
  readonly endings: Endings;
  readonly offers: Offers;
  readonly takeBacks: TakeBacks;
  readonly pauses: Pauses;
  readonly hints: Hints;
  readonly handOvers: HandOvers;
  readonly judging: Judging;
  readonly witnesses: Witnesses;
  readonly entryLog: EntryLog<GameTypes>;
  readonly chat: MatchChat;
  readonly challenges: Challenges;
  readonly seatAsks: SeatAsks;
  readonly log: Logger;
}

/** Answers one kind of request of a match's clients. */
type Answering<P, A> = (room: RoomParts, client: Client, payload: P) => A | Promise<A>;

/** Lets who has a seat do something whose answer only says that it is done. While a table gathers, only the holder stays the same. */
function act<P>(
  action: (room: RoomParts, by: Pick<SeatClaim, "seat" | "holder">, payload: P) => Promise<void>,
): Answering<P, Record<string, never>> {
  return async (room, client, payload) => {
    await action(room, requireClaim(client), payload);
    return {};
  };
}

type Payload<K extends keyof MatchRequests> = z.output<(typeof MATCH_REQUESTS)[K]["payload"]>;

const ANSWERS: { readonly [K in keyof MatchRequests]: Answering<Payload<K>, MatchRequests[K]["answer"]> } = {
  command: play,
  nonce: ({ gathering }, client, { nonce }) => giveNonce(gathering, requireClaim(client).holder, nonce),
  seal: ({ gathering }, client, seal) => giveSeal(gathering, requireClaim(client).holder, seal),
  ready: act(({ gathering }, { holder }, { ready }) => gathering.beginning.setReady(holder, ready)),
  "move-seat": act(({ gathering }, { holder }, { seat }) => gathering.moveSeat(holder, seat)),
  "seat-bot": act(({ gathering }, { holder }, { seat, kind }) => gathering.host.seatBot(holder, seat, kind)),
  "free-seat": act(({ gathering }, { holder }, { seat, name, block }) =>
    gathering.host.freeSeat(holder, seat, name, block),
  ),
  challenge: async ({ challenges }, client, { seat, bot }) => {
    await challenges.open(requireClaim(client).holder, seat, bot, addressOf(client));
    return {};
  },
  "ask-seat": async ({ seatAsks }, client, { name, seat, renew }) => ({
    id: await seatAsks.ask(requireSpectator(client), { name, seat, holder: renew }),
  }),
  "answer-ask": act(({ seatAsks }, { holder }, { id, accepts }) => seatAsks.answer(holder, id, accepts)),
  "hand-over": act(({ gathering }, { holder }, { seat }) => gathering.host.handOver(holder, seat)),
  "show-code": act(({ gathering }, { holder }, { shown }) => gathering.host.showCode(holder, shown)),
  "set-policy": async ({ gathering }, client, wanted) => ({
    invitation: await gathering.host.setPolicy(requireClaim(client).holder, wanted),
  }),
  block: act(({ gathering, chat }, { holder }, { n }) =>
    gathering.host.bar(holder, "blocked", () => chat.spectatorOf(n)),
  ),
  silence: act(({ gathering, chat }, { holder }, { n }) =>
    gathering.host.bar(holder, "silenced", () => chat.spectatorOf(n)),
  ),
  lift: act(({ gathering }, { holder }, { how, name }) => gathering.host.lift(holder, how, name)),
  start: act(({ gathering }, { holder }) => gathering.host.start(holder)),
  offer: act(({ endings }, asker, { what }) => endings.offer(asker, what)),
  "take-back": act(({ takeBacks }, asker, { n }) => takeBacks.ask(asker, n)),
  pause: act(({ pauses }, asker, { seconds }) => pauses.ask(asker, seconds)),
  resume: act(({ pauses }, asker) => pauses.resume(asker)),
  "give-time": act(({ pauses }, asker, gift) => pauses.give(asker, gift)),
  holiday: act(({ pauses }, asker, { days }) => pauses.takeHoliday(asker, days)),
  hint: ({ hints }, client) => hints.ask(requireClaim(client)),
  "offer-seat": async ({ handOvers }, client, { offered }) => ({
    token: await handOvers.offer(requireClaim(client), offered),
  }),
  "seek-judge": async ({ judging }, client, { wanted }) => ({
    token: await judging.seek(requireClaim(client), wanted),
  }),
  "take-judge": async (room, client, coming) => {
    const who = requireJudging(room, client);
    requireMayTalk(client);
    requireNotMuted(room, client);
    await room.judging.take(who, coming);
    return {};
  },
  judge: async (room, client, { secret, ...act }) => {
    const { player } = requireJudging(room, client);
    await room.judging.act(player, secret, act);
    return {};
  },
  accept: act(({ offers }, asker, { id }) => offers.accept(asker, id)),
  decline: act(({ offers }, asker, { id }) => offers.decline(asker, id)),
  claim: act(({ endings }, asker, { what }) => endings.claim(asker, what)),
  here: async ({ match, services }, client) => {
    const seat = seatOf(client);
    if (seat !== null) await match.markPresent(seat);
    return { now: services.time.now() };
  },
  legal: ({ match }, client) => ({ commands: legal(match, seatOf(client)) }),
  log: (room, client, { after }) =>
    room.entryLog.readPage(seatOf(client) ?? "public", after, entriesShown(room, seatOf(client))),
  header: ({ witnesses, delayed }, client) => {
    if (seatOf(client) === null && delayed?.shown.status === "gathering") throw refuse("match-not-started");
    return { header: witnesses.header };
  },
  witness: act(({ witnesses }, { seat }, signature) => witnesses.sign(seat, signature)),
  say: async (room, client, { id, name, text }) => {
    requireNotMuted(room, client);
    return { n: numberFor(room, client, await room.chat.say({ client, name }, id, { text })) };
  },
  react: async (room, client, { id, name, reaction }) => {
    requireNotMuted(room, client);
    return { n: numberFor(room, client, await room.chat.say({ client, name }, id, { reaction })) };
  },
  chat: ({ chat }, client, { after }) =>
    chat.readPage(seatOf(client) === null ? "spectator" : "player", after),
  time: ({ services }) => ({ now: services.time.now() }),
  report: async (room, client, request) => {
    await report(room, client, request);
    return {};
  },
  "pair-temple": ({ match, services: { temples } }, client, { code }) => {
    const { seat, holder } = requireTemples(match, client);
    return temples.pair(match.state.id, seat, holder, addressOf(client), code);
  },
  "nearby-temples": async ({ match, services: { temples } }, client) => {
    requireTemples(match, client);
    return { temples: await temples.listNearby(match.state.id, addressOf(client)) };
  },
  "pair-nearby": ({ match, services: { temples } }, client, { templeId }) => {
    const { seat, holder } = requireTemples(match, client);
    const { id, seats } = match.state;
    const asker = { match: id, seat, holder, name: seats.get(seat)?.name ?? "" };
    return temples.ask(asker, addressOf(client), templeId);
  },
  "stop-nearby": act(({ match, services: { temples } }, { seat }) =>
    temples.stopAsking(match.state.id, seat),
  ),
  "unpair-temple": act(({ match, services: { temples } }, { seat }) => temples.unpair(match.state.id, seat)),
};

/** Lets a match's room answer its clients' requests. Call it before the first join. Returns the handlers for clients without a WebSocket. */
export function answerMatchRequests(room: Room, parts: RoomParts): FindHandler {
  const make = <P>(format: z.ZodType<P>, answer: Answering<P, unknown>) =>
    handle(parts.log, format, (client, payload) => answer(parts, client, payload));
  // A room makes a handler when the first such request comes.
  const find: FindHandler = (type) => {
    const request = findNamed<{ readonly payload: z.ZodType }>(MATCH_REQUESTS, type);
    const answer = findNamed(ANSWERS, type) as Answering<unknown, unknown> | undefined;
    return request && answer && make(request.payload, answer);
  };
  answerRequests(room, find);
  // Clients with a WebSocket close theirs instead.
  const leave = act(({ gathering }, { holder }) => gathering.leave(holder));
  return (type) => (type === "leave" ? make(LeaveRequest, leave) : find(type));
}

function requireNotMuted({ services, match }: RoomParts, client: MatchClient): void {
  if (services.sanctions.isMuted({ player: playerOf(client, match.seats), address: addressOf(client) }))
    throw refuse("muted");
}

/** Returns the number of a line for who has said it; 0 if they are shown it late: it would tell how many were said before. */
function numberFor({ delayed }: RoomParts, client: Client, n: number): number {
  return seatOf(client) === null && delayed?.isOn ? 0 : n;
}

async function play(
  { match, delayed }: RoomParts,
  client: Client,
  { id, command }: z.infer<(typeof MATCH_REQUESTS)["command"]["payload"]>,
): Promise<CommandAnswer> {
  // How the rules refuse a spectator tells how the match is.
  if (delayed?.isOn) requireClaim(client);
  const seat = seatOf(client);
  const isHeld = () => seat === null || match.seats.isHeldBy(seat, requireClaim(client).holder);
  // A bot has the seat of who was removed from it meanwhile.
  const objection = () => (isHeld() ? null : "bad-token");
  const bySocket = client.ref instanceof GuardedSocket;
  const submission = { id: clientCommandId(seat, id), seat, command, bySocket, objection };
  const submitted = await match.submit("player", submission);
  if (submitted.refused !== undefined) throw new RefusalError(refusalBody(submitted.refused));
  return { n: submitted.n, ...(wantsLegal(client) && { legal: legal(match, seat) }) };
}

async function giveSeal(
  { beginning }: Gathering,
  holder: string,
  { seal, key }: z.infer<(typeof MATCH_REQUESTS)["seal"]["payload"]>,
): Promise<Seal> {
  if (!isKey(seal)) throw refuse("bad-seal", { field: "seal" });
  if (key !== "" && !isKey(key)) throw refuse("bad-seal", { field: "key" });
  return beginning.giveSeal(holder, { seal, key });
}

async function giveNonce(
  { beginning }: Gathering,
  holder: string,
  nonce: unknown,
): Promise<{ nonce: string }> {
  if (!isNonce(nonce)) throw refuse("bad-nonce", { field: "nonce" });
  return { nonce: await beginning.giveNonce(holder, nonce) };
}

function legal(match: Match, seat: string | null): { type: string }[] {
  return seat === null ? [] : [...match.legal(seat)];
}

/** @throws `RefusalError` with `unknown-seat`, `no-player`, `own-seat`, `not-watching`, or as `Reports.file` */
async function report(
  { match, entryLog, chat, services }: RoomParts,
  client: MatchClient,
  { seat, reason, text }: ReportRequest,
): Promise<void> {
  const { state, seats, plan } = match;
  if (!seats.isPerson(seat)) throw refuse("no-player", { field: "seat" });
  const own = seatOf(client);
  if (own === seat) throw refuse("own-seat", { field: "seat" });
  if (own === null) chat.requireWatching(client);
  const reported = seats.personIn(seat);
  const content = {
    match: state.id,
    code: state.code,
    game: plan.game,
    ...(plan.title !== undefined && { title: plan.title }),
    reason,
    text,
    reported: { seat, ...reported, address: seats.addressIn(seat) },
    reporter: { seat: own, name: own === null ? "" : seats.nameOf(own), player: playerOf(client, seats) },
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
    const page = await chat.readPage("operator", lines.at(-1)?.n ?? 0);
    lines.push(...page.lines);
    more = page.more;
  }
  return lines.slice(-LIMITS.reportLines);
}

/** @throws `RefusalError` with `not-watching` of who has a seat */
function requireSpectator(client: Client): MatchClient {
  if (seatOf(client) !== null) throw refuse("not-watching");
  return client;
}

/** Returns who judges, or would. @throws `RefusalError` with `not-watching` of who has a seat or does not watch */
function requireJudging({ chat }: RoomParts, client: Client): Barrable {
  const { auth } = requireSpectator(client);
  chat.requireWatching(client);
  const { player = null, isAccount = false, address = "" } = auth?.seat === null ? auth : {};
  return { player, isAccount, address };
}

/** Returns the claim of a player in a game that is played with temples. @throws `RefusalError` with `not-seated` or `no-temples` */
function requireTemples(match: Match, client: Client): Pick<SeatClaim, "seat" | "holder"> {
  const claim = requireClaim(client);
  if (!match.templeView.isSupported) throw refuse("no-temples");
  return claim;
}
