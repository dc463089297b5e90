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
import { type GameTypes, isNonce } from "@flower-war/rules";
import { isKey } from "@flower-war/rules/witness";
import type { Logger } from "pino";
import type { z } from "zod";
import { RefusalError, refusalBody, refuse } from "../refusal.ts";
import { clientCommandId } from "../storage/journal/command-ids.ts";
import { answerRequests, handle, type RequestHandler } from "../wire/requests.ts";
import type { Challenges } from "./challenges.ts";
import type { Match } from "./match.ts";
import type { MatchChat, Sender } from "./match-chat.ts";
import type { EntryLog } from "./outbound/entry-log.ts";
import { playCommand } from "./play-command.ts";
import { NO_PAYLOAD, REQUEST_FORMATS } from "./request-formats.ts";
import { addressOf, requireClaim, requireSeat, seatOf } from "./seats/client-auth.ts";
import type { SeatClaim } from "./seats/seat-claim.ts";
import type { MatchServices } from "./services.ts";

type Services = Pick<MatchServices, "temples" | "reports" | "sanctions" | "time">;

/**
 * Lets a match's room answer its clients' requests. Call it before anybody joins. Returns what answers them, by type, and `leave`, which is for
 * clients without a WebSocket: the others close theirs.
 */
export function answerMatchRequests(
  room: Room,
  match: Match,
  entryLog: EntryLog<GameTypes>,
  chat: MatchChat,
  challenges: Challenges,
  { temples, reports, sanctions, time }: Services,
  playerOf: (client: Client) => string | null,
  log: Logger,
): { readonly [K in keyof MatchRequests | "leave"]: RequestHandler<unknown> } {
  const { gathering, endings } = match;
  const { host, beginning } = gathering;
  /** Lets who has a seat do something whose answer only says that it is done. While a table gathers, only the holder stays the same. */
  const act = <P>(
    format: z.ZodType<P>,
    action: (by: Pick<SeatClaim, "seat" | "holder">, payload: P) => Promise<void>,
  ) =>
    handle(log, format, async (client, payload) => {
      await action(requireClaim(client), payload);
      return {};
    });
  const requireNotMuted = (client: Client) => {
    if (sanctions.isMuted({ player: playerOf(client), address: addressOf(client) })) throw refuse("muted");
  };
  const handlers = {
    command: handle(log, REQUEST_FORMATS.command, (client, { id, command }) =>
      submit(match, seatOf(client), id, command),
    ),
    nonce: handle(log, REQUEST_FORMATS.nonce, (client, { nonce }) =>
      giveNonce(match, requireClaim(client).holder, nonce),
    ),
    seal: handle(log, REQUEST_FORMATS.seal, (client, seal) =>
      giveSeal(match, requireClaim(client).holder, seal),
    ),
    ready: act(REQUEST_FORMATS.ready, ({ holder }, { ready }) => beginning.setReady(holder, ready)),
    "move-seat": act(REQUEST_FORMATS["move-seat"], ({ holder }, { seat }) =>
      gathering.moveSeat(holder, seat),
    ),
    "seat-bot": act(REQUEST_FORMATS["seat-bot"], ({ holder }, { seat, kind }) =>
      host.seatBot(holder, seat, kind),
    ),
    "free-seat": act(REQUEST_FORMATS["free-seat"], ({ holder }, { seat }) => host.freeSeat(holder, seat)),
    challenge: handle(log, REQUEST_FORMATS.challenge, async (client, { seat, bot }) => {
      await challenges.open(requireClaim(client).holder, seat, bot, addressOf(client));
      return {};
    }),
    "hand-over": act(REQUEST_FORMATS["hand-over"], ({ holder }, { seat }) => host.handOver(holder, seat)),
    "show-code": act(REQUEST_FORMATS["show-code"], ({ holder }, { shown }) => host.showCode(holder, shown)),
    start: act(REQUEST_FORMATS.start, ({ holder }) => host.start(holder)),
    offer: act(REQUEST_FORMATS.offer, ({ seat }, { what }) => endings.offer(seat, what)),
    accept: act(REQUEST_FORMATS.accept, ({ seat }, { id }) => endings.accept(seat, id)),
    decline: act(REQUEST_FORMATS.decline, ({ seat }, { id }) => endings.decline(seat, id)),
    claim: act(REQUEST_FORMATS.claim, ({ seat }, { what }) => endings.claim(seat, what)),
    here: handle(log, REQUEST_FORMATS.here, async (client) => {
      const seat = seatOf(client);
      if (seat !== null) await match.markPresent(seat);
      return { now: time.now() };
    }),
    legal: handle(log, REQUEST_FORMATS.legal, (client) => ({ commands: legal(match, seatOf(client)) })),
    log: handle(log, REQUEST_FORMATS.log, (client, { after }) =>
      entryLog.readPage(seatOf(client) ?? "public", after, match.state.n),
    ),
    header: handle(log, REQUEST_FORMATS.header, () => ({ header: match.witnesses.header })),
    witness: act(REQUEST_FORMATS.witness, ({ seat }, signature) => match.witnesses.sign(seat, signature)),
    say: handle(log, REQUEST_FORMATS.say, async (client, { id, name, text }) => {
      requireNotMuted(client);
      return { n: await chat.say(senderOf(client, name), id, { text }) };
    }),
    react: handle(log, REQUEST_FORMATS.react, async (client, { id, name, reaction }) => {
      requireNotMuted(client);
      return { n: await chat.say(senderOf(client, name), id, { reaction }) };
    }),
    chat: handle(log, REQUEST_FORMATS.chat, (client, { after }) =>
      chat.readPage(seatOf(client) !== null, after),
    ),
    time: handle(log, REQUEST_FORMATS.time, () => ({ now: time.now() })),
    report: handle(log, REQUEST_FORMATS.report, async (client, request) => {
      await report({ match, entryLog, chat, reports }, client, playerOf(client), request);
      return {};
    }),
    "pair-temple": handle(log, REQUEST_FORMATS["pair-temple"], (client, { code }) =>
      pairTemple(match, temples, client, code),
    ),
    "nearby-temples": handle(log, REQUEST_FORMATS["nearby-temples"], async (client) => {
      requireTemples(match, client);
      return { temples: await temples.listNearby(match.state.id, addressOf(client)) };
    }),
    "pair-nearby": handle(log, REQUEST_FORMATS["pair-nearby"], (client, { templeId }) => {
      const { seat, holder } = requireTemples(match, client);
      const { id, seats } = match.state;
      return temples.ask(
        { match: id, seat, holder, name: seats.get(seat)?.name ?? "" },
        addressOf(client),
        templeId,
      );
    }),
    "stop-nearby": act(REQUEST_FORMATS["stop-nearby"], ({ seat }) =>
      temples.stopAsking(match.state.id, seat),
    ),
    "unpair-temple": handle(log, REQUEST_FORMATS["unpair-temple"], async (client) => {
      await temples.unpair(match.state.id, requireSeat(client));
      return {};
    }),
  } satisfies { [K in keyof MatchRequests]: RequestHandler<MatchRequests[K]["answer"]> };
  answerRequests(room, handlers);
  return { ...handlers, leave: act(NO_PAYLOAD, ({ holder }) => gathering.leave(holder)) };
}

/** @param name of a spectator; a player has one already */
function senderOf(client: Client, name: string | undefined): Sender {
  return { seat: seatOf(client), address: addressOf(client), name };
}

async function submit(
  match: Match,
  seat: string | null,
  id: string,
  command: unknown,
): Promise<CommandAnswer> {
  const submitted = await playCommand("player", () =>
    match.submit({ id: clientCommandId(seat, id), seat, command }),
  );
  if (submitted.refused !== undefined) throw new RefusalError(refusalBody(submitted.refused));
  return { n: submitted.n, legal: legal(match, seat) };
}

async function giveSeal(
  match: Match,
  holder: string,
  { seal, key }: z.infer<(typeof REQUEST_FORMATS)["seal"]>,
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

interface Reporting extends Pick<Services, "reports"> {
  readonly match: Match;
  readonly entryLog: EntryLog<GameTypes>;
  readonly chat: MatchChat;
}

/** @throws `RefusalError` with `unknown-seat`, `no-player`, `own-seat`, or as `Reports.file` */
async function report(
  { match, entryLog, chat, reports }: Reporting,
  client: Client,
  player: string | null,
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
    reporter: { seat: own, name: own === null ? "" : seats.nameOf(own), player },
  };
  await reports.file(content, addressOf(client), async () => ({
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
