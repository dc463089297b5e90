/** A fault that is planted in the code of the house, to measure what finds it. */
export interface Plant {
  readonly name: string;
  /** The module, from the project's root. */
  readonly file: string;
  /** What stands there, once. */
  readonly find: string;
  readonly put: string;
}

const REFEREE = "server/src/match/referee.ts";
const MATCH_LOG = "server/src/storage/journal/match-log.ts";
const SQLITE_LOG = "server/src/storage/journal/sqlite-log.ts";
const CLOCK = "server/src/match/timing/clock.ts";
const WITNESSES = "server/src/match/witnesses.ts";
const SESSION = "client-sdk/src/connection/room-session.ts";
const LIVE = "server/src/match/live-match.ts";

/** The faults, each of which some world must find. */
export const PLANTS: readonly Plant[] = [
  {
    name: "a command is acknowledged before it is durable",
    file: REFEREE,
    find: `const at = await log.append([fact], result !== undefined, result);`,
    put: `log.append([fact], result !== undefined, result).catch(() => {}); const at = log.now();`,
  },
  {
    name: "a command that was not stored is acknowledged",
    file: MATCH_LOG,
    find: `if (!(error instanceof JournalConflict) && !(error instanceof JournalOutcomeUnknown)) throw error;`,
    put: `if (!(error instanceof JournalConflict) && !(error instanceof JournalOutcomeUnknown)) { this.#position = { epoch, n }; return at; }`,
  },
  {
    name: "a write without an answer counts as not done",
    file: MATCH_LOG,
    find: `if (!(error instanceof JournalConflict) && !(error instanceof JournalOutcomeUnknown)) throw error;`,
    put: `if (!(error instanceof JournalConflict)) throw error;`,
  },
  {
    name: "a repeated command is played again",
    file: REFEREE,
    find: `if (first !== null) return { n: first };`,
    put: ``,
  },
  {
    name: "a repeated command is forgotten after two others",
    file: "server/src/match/accepted-ids.ts",
    find: `for (let at = 2 * (this.#count - 1); at >= 0; at -= 2) {`,
    put: `for (let at = 2 * (this.#count - 1); at >= 0 && at >= 2 * (this.#count - 2); at -= 2) {`,
  },
  {
    name: "a repeated command is told the number of the entry after its own",
    file: "server/src/match/accepted-ids.ts",
    find: `return at / 2 + 1;`,
    put: `return at / 2 + 2;`,
  },
  {
    name: "the fence is one epoch behind",
    file: SQLITE_LOG,
    find: `if (tail?.head.epoch !== at.epoch || tail.n !== at.n) return false;`,
    put: `if (tail === null || tail.head.epoch > at.epoch + 1 || tail.n !== at.n) return false;`,
  },
  {
    name: "the fence does not count facts",
    file: SQLITE_LOG,
    find: `if (tail?.head.epoch !== at.epoch || tail.n !== at.n) return false;`,
    put: `if (tail?.head.epoch !== at.epoch) return false;`,
  },
  {
    name: "a takeover begins no epoch",
    file: SQLITE_LOG,
    find: `const epoch = tail.head.epoch + 1;`,
    put: `const epoch = tail.head.epoch;`,
  },
  {
    name: "commands of a match are decided at the same time",
    file: "server/src/queue.ts",
    find: `return this.#turns.run(() => {`,
    put: `return Promise.resolve().then(() => {`,
  },
  {
    name: "a match that is over is not stored so",
    file: SQLITE_LOG,
    find: `if (end && !tail.head.over) {`,
    put: `if (end && tail.head.over) {`,
  },
  {
    name: "an outage is charged to who waits",
    file: CLOCK,
    find: `return own.turnEnds === null ? 0 : Math.max(0, covered - own.stop.since);`,
    put: `return 0;`,
  },
  {
    name: "a successor lets clocks run since the last fact",
    file: LIVE,
    find: `if (epoch > 1 && match.clocksAreRunning) await this.#takeOverClocks(facts);`,
    put: ``,
  },
  {
    name: "the server plays for no absent player after a takeover",
    file: "server/src/match/timing/clock-alarm.ts",
    find: `return this.#autoplay.schedule();`,
    put: `return this.#core.match.log.position.epoch === 1 ? this.#autoplay.schedule() : undefined;`,
  },
  {
    name: "a signature is shown and not stored",
    file: WITNESSES,
    find: `this.#match.log.note(fact, () => (noted.isDurable = true));`,
    put: `noted.isDurable = true;`,
  },
  {
    name: "signatures wait for an entry that never follows the last",
    file: WITNESSES,
    find: `if (this.#match.isOver) this.#store();`,
    put: `if (this.#match.isOver) return;`,
  },
  {
    name: "entries after a reconnect begin one too late",
    file: "server/src/match/outbound/entry-log.ts",
    find: `for (const { at, entry } of this.#entries.slice(after, end)) {`,
    put: `for (const { at, entry } of this.#entries.slice(after > 0 ? after + 1 : 0, end)) {`,
  },
  {
    name: "a killed process counts as alive",
    file: "server/src/cluster/leases.ts",
    find: `return connected && age < LEASE ? "in doubt" : "expired";`,
    put: `return "held";`,
  },
  {
    name: "a room that was taken over keeps its clients",
    file: "server/src/match/ownership-monitor.ts",
    find: `if (taken.has(matchOf(live.room.roomId))) live.moveToOwner();`,
    put: `if (taken.has(matchOf(live.room.roomId)) && matches.length === 0) live.moveToOwner();`,
  },
  {
    name: "a room that lost its match answers what waits",
    file: MATCH_LOG,
    find: `this.#onLost(error instanceof JournalConflict);`,
    put: ``,
  },
  {
    name: "a line of the chat is answered and not stored",
    file: "server/src/chat/chat-store.ts",
    find: `return this.#run(() => this.#database.change(append));`,
    put: `return Promise.race([this.#run(() => this.#database.change(append)).catch(() => true), Promise.resolve(true)]);`,
  },
  {
    name: "the client's hand is not told when it returns",
    file: "server/src/match/room-clients.ts",
    find: `if (hand && !isStream(client)) client.view = newView(hand);`,
    put: `if (hand && !isStream(client) && this.#core.match.log.position.epoch === 1) client.view = newView(hand);`,
  },
  {
    name: "the SDK gives a repeated command another id",
    file: SESSION,
    find: `return await this.#send<Answer>(connection, type, payload);`,
    put: `return await this.#send<Answer>(connection, type, type === "command" && !(payload as any).sent ? ((payload as any) = { ...(payload as any), id: (payload as any).id + Math.random().toString(36).slice(2) }) : payload);`,
  },
  {
    name: "the SDK does not wait for a new connection",
    file: SESSION,
    find: `if (error.code !== "timeout") await this.#nextConnection(connection);`,
    put: `if (error.code !== "timeout") throw error;`,
  },
  {
    name: "clients see the state of the entry before",
    file: "server/src/match/outbound/projection.ts",
    find: `hosted.write(seen, synced, before && game.view(before, "public"));`,
    put: `hosted.write(n > 5 && before ? game.view(before, "public") : seen, synced, before && game.view(before, "public"));`,
  },
  {
    name: "a stop of the clocks is not undone for who is back",
    file: "server/src/match/timing/clock-stops.ts",
    find: `for (const seat of clocks.stopped) if (!away.includes(seat)) this.#restart(seat);`,
    put: ``,
  },
  {
    name: "a room is closed before Colyseus has listed it",
    file: "server/src/match/room.ts",
    find: `if (this.#isListed) return super.disconnect(code);`,
    put: `if (this !== null) return super.disconnect(code);`,
  },
  {
    name: "the seat of another is played",
    file: REFEREE,
    find: `const decided = game.decide(this.state, seat, command);`,
    put: `const decided = game.decide(this.state, game.awaiting(this.state)[0]?.seat ?? seat, command);`,
  },
  {
    name: "a match's secret is shown while it runs",
    file: "server/src/match/outbound/projection.ts",
    find: `if (synced.status === "over") synced.secret = this.#secret;`,
    put: `if (synced.status !== "gathering") synced.secret = this.#secret;`,
  },
  {
    name: "a room stays open for good after its match",
    file: "server/src/match/timing/room-timeouts.ts",
    find: `if (isOver) return seats.anyLocal ? "overAtTemple" : "over";`,
    put: `if (isOver) return null;`,
  },
  {
    name: "a temple is not told again what it may not have heard",
    file: "bridge/src/temples/bead-counter.ts",
    find: `if (isNews && "conn" in report)`,
    put: `if (report === null)`,
  },
  {
    name: "a ban holds for others than the banned player",
    file: "server/src/moderation/sanctions.ts",
    find: `sanction.player === player)`,
    put: `sanction.player !== player)`,
  },
  {
    name: "a ban that is over holds, and one in force does not",
    file: "server/src/moderation/sanctions.ts",
    find: `sanction.until > now &&`,
    put: `sanction.until < now &&`,
  },
  {
    name: "a banned player keeps their seat",
    file: "server/src/match/oversight.ts",
    find: `if (ban !== null) await this.#remove(seat, { code: CLOSE.banned, reason: formatBan(ban) });`,
    put: ``,
  },
  {
    name: "a standstill is charged to who is awaited",
    file: "server/src/open-rooms.ts",
    find: `for (const { clockStops } of liveMatches(rooms)) clockStops.standStill(ms);`,
    put: ``,
  },
  {
    name: "clocks run while the store is away",
    file: "server/src/match/timing/clock-stops.ts",
    find: `this.#run(() => this.#match.stopClocks(this.#match.clocks.ofPresent, { since, until: null }));`,
    put: `void since;`,
  },
  {
    name: "who was removed from a seat plays on",
    file: "server/src/match/requests.ts",
    find: `const objection = () => (isHeld() ? null : "bad-token");`,
    put: `const objection = () => null;`,
  },
  {
    name: "a closed room stays listed",
    file: "server/src/cluster/shared-driver.ts",
    find: `const given = [roomId, JSON.stringify(room), processId, create ? "create" : ""];`,
    put: `const given = [roomId, JSON.stringify(room), processId, "create"];`,
  },
  {
    name: "all are told which card was chosen",
    file: "rules/src/space-aztecs/view.ts",
    find: `if (event.type !== "card-chosen" || event.seat === viewer) return event;`,
    put: `return event;`,
  },
  {
    name: "a ban whose answer was lost is not read soon",
    file: "server/src/moderation/sanctions.ts",
    find: `if (!this.#isClosed) this.#cancelRetry = time.after(RETRY, () => void this.#refresh());`,
    put: ``,
  },
];
