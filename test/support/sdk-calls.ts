/** Every public call of the SDK, made once at one server. */
import * as admin from "../../client-sdk/src/admin.ts";
import { Challenges } from "../../client-sdk/src/challenges.ts";
import { Identity } from "../../client-sdk/src/identity.ts";
import {
  type AnyMatch,
  FlowerWar,
  memoryPlayerStore,
  memoryStore,
  Refusal,
} from "../../client-sdk/src/index.ts";
import { Lobby } from "../../client-sdk/src/lobby.ts";
import { Match } from "../../client-sdk/src/match.ts";
import { Studies } from "../../client-sdk/src/study.ts";
import { Tournaments } from "../../client-sdk/src/tournaments.ts";
import { memoryWitnessStore } from "../../client-sdk/src/witness/index.ts";

/** Where the calls go. */
export interface Target {
  readonly url: string;
  readonly operatorUrl: string;
  readonly password: string;
}

/** What a call came to: `ok`, or the code of its refusal. */
export type Answers = ReadonlyMap<string, string>;

/** Thrown where a browser would ask for a passkey: the server has answered by then. */
const NO_BROWSER = new Error("no browser");

type Calls = Readonly<Record<string, () => unknown>>;

/** Returns a client with stores of its own. */
export function clientAt(url: string, name: string): FlowerWar {
  return new FlowerWar(url, {
    name,
    store: memoryStore(),
    witnessStore: memoryWitnessStore(),
    playerStore: memoryPlayerStore(),
  });
}

/**
 * Makes every public call of the SDK once, of each class in the order of its life. Throws if one has no trial here.
 * Resolves with what each came to, by names like `match.send`.
 */
export async function makeAllCalls(target: Target): Promise<Answers> {
  const answers = new Map<string, string>();
  const host = clientAt(target.url, "Citlali");
  const guest = clientAt(target.url, "Tenoch");
  const table = await host.create({ game: "tieqchieq", start: "host" });
  const played = await host.create({ game: "tieqchieq", bots: 1 });
  const lobby = await host.lobby();
  const identity = await host.identity();
  await untilBegun(played);
  const groups: readonly [string, object, Calls][] = [
    ["host", FlowerWar.prototype, hostCalls(host, guest, table, played)],
    ["match", Match.prototype, { ...tableCalls(table), ...playCalls(played) }],
    ["lobby", Lobby.prototype, { on: () => lobby.on("change", () => {}), leave: () => lobby.leave() }],
    ["identity", Identity.prototype, identityCalls(identity)],
    ["tournaments", Tournaments.prototype, tournamentCalls(host)],
    ["studies", Studies.prototype, studyCalls(host)],
    ["admin", Object.fromEntries(Object.entries(admin)), adminCalls(target)],
  ];
  for (const [group, owner, calls] of groups) {
    expectSame(group, methodsOf(owner), Object.keys(calls));
    for (const [name, call] of Object.entries(calls)) answers.set(`${group}.${name}`, await outcomeOf(call));
  }
  return answers;
}

/** Waits until a match with a bot is under way. */
async function untilBegun(match: AnyMatch): Promise<void> {
  while (match.status === "gathering") await new Promise<void>((resolve) => match.on("change", resolve));
}

function hostCalls(host: FlowerWar, guest: FlowerWar, table: AnyMatch, played: AnyMatch): Calls {
  const { id, token } = played;
  return {
    listGames: () => host.listGames(),
    findAddress: () => host.findAddress(),
    announcement: () => host.announcement(),
    lobby: async () => (await guest.lobby({ game: "tieqchieq", page: 1 })).leave(),
    listTables: () => host.listTables({ game: "tieqchieq" }),
    profile: () => host.profile("unknown"),
    history: () => host.history("unknown"),
    myMatches: () => host.myMatches(),
    leaderboard: () => host.leaderboard("tieqchieq"),
    identity: () => host.identity(),
    create: async () =>
      (
        await guest.create({
          game: "space-aztecs",
          private: true,
          silent: true,
          language: "en",
          start: "countdown",
          clock: { profile: "relaxed" },
        })
      ).leave(),
    join: async () => (await guest.join(table.id)).leave(),
    resume: () => host.resume(),
    renew: async () => {
      const match = await guest.create({ game: "tieqchieq" });
      await guest.renew(match.id, match.token ?? "");
      await match.leave();
    },
    quickPlay: async () => (await guest.quickPlay({ game: "mexica" })).leave(),
    rematch: () => host.rematch(id, token ?? ""),
    spectate: async () => (await guest.spectate(id)).leave(),
    findMatch: () => host.findMatch(id),
    record: () => host.record(id),
    recordUrl: () => host.recordUrl(id),
  };
}

/** Calls of a table that gathers. */
function tableCalls(table: AnyMatch): Calls {
  return {
    setReady: () => table.setReady(false),
    moveTo: () => table.moveTo("yellow" as never),
    seatBot: () => table.seatBot("red" as never, "easy"),
    freeSeat: () => table.freeSeat("red" as never),
    challenge: () => table.challenge("red" as never, "no such bot"),
    report: () => table.report("red" as never, "name", ""),
    askForSeat: () => table.askForSeat("red" as never),
    answerAsk: () => table.answerAsk({ id: "x" }, true),
    handOver: () => table.handOver("red" as never),
    showCode: () => table.showCode(false),
    setPolicy: () => table.setPolicy({ quiet: true }),
    block: () => table.block({ n: 1 }),
    silence: () => table.silence({ n: 1 }),
    lift: () => table.lift("blocked", "no such name"),
    start: () => table.start(),
  };
}

/** Calls of a match that is played. */
function playCalls(match: AnyMatch): Calls {
  return {
    on: () => match.on("change", () => {}),
    legal: () => match.legal(),
    send: async () => {
      while (match.legal().length === 0) await new Promise<void>((resolve) => match.on("change", resolve));
      const [first] = match.legal();
      await match.send(first as never);
    },
    log: () => match.log(),
    witness: () => match.witness(),
    say: () => match.say("hello"),
    react: () => match.react("bravo"),
    chat: () => match.chat(),
    here: () => match.here(),
    makeOffer: () => match.makeOffer("draw"),
    takeBack: () => match.takeBack(),
    pause: () => match.pause(60),
    resume: () => match.resume(),
    takeHoliday: () => match.takeHoliday(2),
    giveTime: () => match.giveTime("two" as never, 60),
    askHint: () => match.askHint(),
    offerSeat: () => match.offerSeat(),
    seekJudge: () => match.seekJudge(),
    takeJudge: () => match.takeJudge("none", "Izel"),
    judge: () => match.judge("no-judge-no-judge", { act: "resume" }),
    acceptOffer: () => match.acceptOffer({ id: "none" }),
    declineOffer: () => match.declineOffer({ id: "none" }),
    claim: () => match.claim("win"),
    rematch: () => match.rematch(),
    pairTemple: () => match.pairTemple("ABCD"),
    nearbyTemples: () => match.nearbyTemples(),
    pairNearby: () => match.pairNearby("sun-temple"),
    unpairTemple: () => match.unpairTemple(),
    leave: () => match.leave(),
  };
}

function tournamentCalls(host: FlowerWar): Calls {
  const tournaments = new Tournaments(host);
  return {
    list: () => tournaments.list(),
    find: () => tournaments.find("V1StGXR8Z5jd"),
    create: () => tournaments.create({ name: "Evening", kind: "arena", game: "tieqchieq" }),
    register: () => tournaments.register("V1StGXR8Z5jd"),
    withdraw: () => tournaments.withdraw("V1StGXR8Z5jd"),
    direct: () => tournaments.direct("V1StGXR8Z5jd", { act: "end" }),
  };
}

function studyCalls(host: FlowerWar): Calls {
  const studies = new Studies(host);
  return {
    list: () => studies.list(),
    create: () => studies.create({ match: "V1StGXR8Z5jd" }),
    open: () => studies.open("V1StGXR8Z5jd"),
    delete: () => studies.delete("V1StGXR8Z5jd"),
  };
}

function identityCalls(identity: Identity): Calls {
  const subscription = { endpoint: "https://push.example/1", keys: { p256dh: "AAAA", auth: "AAAA" } };
  return {
    stored: () => identity.stored(),
    player: () => identity.player(),
    rename: () => identity.rename("Citlali II"),
    addPasskey: () => identity.addPasskey(() => Promise.reject(NO_BROWSER)),
    prove: () => identity.prove(() => Promise.reject(NO_BROWSER)),
    proveByCode: () => identity.proveByCode("ABCD-EFGH-JKMN-PQRS"),
    signIn: () => identity.signIn(() => Promise.reject(NO_BROWSER)),
    recover: () => identity.recover("ABCD-EFGH-JKMN-PQRS"),
    signInMeans: () => identity.signInMeans(),
    removePasskey: () => identity.removePasskey("none"),
    keepPasskey: () => identity.keepPasskey("none"),
    accountEvents: () => identity.accountEvents(),
    sessions: () => identity.sessions(),
    endSession: () => identity.endSession("none"),
    personalTokens: () => identity.personalTokens(),
    createPersonalToken: () => identity.createPersonalToken({ name: "Calendar", scopes: ["play"] }),
    revokePersonalToken: () => identity.revokePersonalToken("none"),
    mutes: () => identity.mutes(),
    mute: () => identity.mute({ id: "V1StGXR8Z5jd" }),
    unmute: () => identity.unmute("V1StGXR8Z5jd"),
    useToken: () => identity.useToken("fw_none"),
    renewRecoveryCodes: () => identity.renewRecoveryCodes(),
    notices: () => identity.notices(),
    addPush: () => identity.addPush({ subscription, language: "en" }),
    removePush: () => identity.removePush("none"),
    setMail: () => identity.setMail({ address: "citlali@play.example", language: "en" }),
    removeMail: () => identity.removeMail(),
    confirmMail: () => identity.confirmMail("none"),
    stopMail: () => identity.stopMail("none"),
    listBots: () => identity.listBots(),
    signOutElsewhere: () => identity.signOutElsewhere(),
    delete: () => identity.delete(),
    signOut: () => identity.signOut(),
    declareBot: () => identity.declareBot(),
    onChallenge: async () => {
      const challenges = await identity.onChallenge(() => {});
      expectSame("challenges", methodsOf(Challenges.prototype), ["on", "leave"]);
      challenges.on("change", () => {});
      await challenges.leave();
    },
  };
}

function adminCalls({ operatorUrl, password }: Target): Calls {
  const temple = "sun-temple";
  return {
    enrol: () => admin.enrol(operatorUrl, password, temple),
    listTemples: () => admin.listTemples(operatorUrl, password),
    findTempleBroker: () => admin.findTempleBroker(operatorUrl, password),
    listFirmware: () => admin.listFirmware(operatorUrl, password),
    requestUpdate: () => admin.requestUpdate(operatorUrl, password, temple),
    revoke: () => admin.revoke(operatorUrl, password, temple),
    checkAudit: () => admin.checkAudit(operatorUrl, password),
    listOperators: () => admin.listOperators(operatorUrl, password),
    inviteOperator: () => admin.inviteOperator(operatorUrl, password, { name: "Ana", role: "moderator" }),
    inviteOperatorAgain: () => admin.inviteOperatorAgain(operatorUrl, password, "none"),
    removeOperator: () => admin.removeOperator(operatorUrl, password, { id: "none", reason: "left" }),
  };
}

/** Members of `Identity` for the SDK alone, and what asks no server. */
const INTERNAL = ["constructor", "reserve", "get", "sendAs", "openStream", "parseEntry", "mayDo"];

function methodsOf(owner: object): string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(owner))
    .filter(([name, { value }]) => typeof value === "function" && !INTERNAL.includes(name))
    .map(([name]) => name);
}

function expectSame(group: string, methods: readonly string[], tried: readonly string[]): void {
  const untried = methods.filter((name) => !tried.includes(name));
  const unknown = tried.filter((name) => !methods.includes(name));
  if (untried.length + unknown.length === 0) return;
  throw new Error(`calls of ${group}: without a trial ${untried.join()}; no longer there ${unknown.join()}`);
}

async function outcomeOf(call: () => unknown): Promise<string> {
  try {
    await call();
    return "ok";
  } catch (error) {
    if (error === NO_BROWSER) return "ok";
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
