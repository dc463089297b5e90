import { LIMITS, type RefusalCode } from "@flower-war/protocol";
import { NOTICE_LIMITS } from "@flower-war/protocol/players";
import { BOT_LIMITS, SERVER_LIMITS, STUDY_LIMITS, TOURNAMENT_LIMITS } from "@flower-war/protocol/server";

/** How often something may be done. */
export interface Quota {
  /** Refuses what is beyond it. */
  readonly code: RefusalCode;
  /** The time in which it may be done so often; default: a minute. */
  readonly seconds?: number;
  /** By an address. */
  readonly network?: number;
  /** By a network of 48 bits of IPv6; default: `SERVER_LIMITS.perSite` times as much as an address. */
  readonly site?: number;
  /** By a player. */
  readonly player?: number;
  /** To a target. */
  readonly target?: number;
  /** By all together who are not known. */
  readonly all?: number;
  /** s without any for an address that has done it so often by `Quotas.note`. */
  readonly silence?: number;
}

/** What an operator sets. */
export interface QuotaSettings {
  readonly creationsPerMinute: number;
  readonly seatsPerMinute: number;
  readonly playersPerMinute: number;
  readonly matchesAtOnce: number;
}

export type Act = keyof ReturnType<typeof quotasOf>;

/** Wrong secrets of operators and bridges that an address may send in a minute, and all together who have not sent the right one before. */
export const WRONG_SECRETS = { perAddress: 10, inAll: 100 } as const;

const { strangersReports } = SERVER_LIMITS;

const REPORT_QUOTAS = {
  "report-player": { code: "too-many-reports", network: LIMITS.reports },
  // Who has a seat has no target here, and is known.
  "report-as-stranger": {
    code: "too-many-reports",
    seconds: 3600,
    network: strangersReports.perAddress,
    site: strangersReports.perSite,
    target: strangersReports.perTarget,
    all: strangersReports.inAll,
  },
} as const satisfies Readonly<Record<string, Quota>>;

const wrongSecrets: Quota = {
  code: "too-many-attempts",
  network: WRONG_SECRETS.perAddress - 1,
  all: WRONG_SECRETS.inAll,
};
const firstWrongSecret: Quota = { code: "too-many-attempts", network: 1 };
const SECRET_QUOTAS = {
  "send-first-wrong-admin-password": firstWrongSecret,
  "send-first-wrong-bridge-token": firstWrongSecret,
  "send-wrong-admin-password": wrongSecrets,
  "send-wrong-bridge-token": wrongSecrets,
} as const satisfies Readonly<Record<string, Quota>>;

const STUDY_QUOTAS = {
  "create-study": {
    code: "too-many-studies",
    seconds: 3600,
    network: STUDY_LIMITS.creations,
    player: STUDY_LIMITS.creations,
  },
  "change-study": {
    code: "too-many-changes",
    network: STUDY_LIMITS.acts.perAddress,
    player: STUDY_LIMITS.acts.perPlayer,
  },
  "open-board": {
    code: "too-many-changes",
    network: STUDY_LIMITS.boards.perAddress,
    all: STUDY_LIMITS.boards.inAll,
  },
  "read-study": { code: "too-many-records", network: STUDY_LIMITS.reads },
} as const satisfies Readonly<Record<string, Quota>>;

const { mails } = NOTICE_LIMITS;
const MAIL_QUOTAS = {
  "send-mail": {
    code: "too-many-mails",
    seconds: 3600,
    network: mails.fromAddress,
    site: mails.fromSite,
    player: mails.ofPlayer,
    target: mails.toMailbox,
    all: mails.ofStrangers,
  },
  "tell-of-account": { code: "too-many-mails", seconds: 3600, player: NOTICE_LIMITS.ofAccount },
} as const satisfies Readonly<Record<string, Quota>>;

/** Returns the quotas of all acts (docs/limits.md). */
export function quotasOf(settings: QuotaSettings) {
  const { creationsPerMinute, seatsPerMinute, playersPerMinute, matchesAtOnce } = settings;
  const { inAll, arrivals } = SERVER_LIMITS;
  const heldSeats = Math.ceil(seatsPerMinute * arrivals.share);
  const creationsInAll = Math.max(matchesAtOnce * SERVER_LIMITS.creationsShare, creationsPerMinute);
  return {
    "create-match": {
      code: "too-many-creations",
      network: creationsPerMinute,
      all: Math.ceil(creationsInAll),
    },
    "create-tournament": {
      code: "too-many-tournaments",
      seconds: 3600,
      network: TOURNAMENT_LIMITS.creations,
      player: TOURNAMENT_LIMITS.creations,
    },
    ...STUDY_QUOTAS,
    "take-seat": { code: "too-many-seats", network: seatsPerMinute },
    "hold-seat": {
      code: "too-many-seats",
      seconds: arrivals.time / 1000,
      network: heldSeats,
      site: heldSeats * arrivals.perSite,
    },
    "withhold-nonce": {
      code: "too-many-withheld",
      seconds: 600,
      network: LIMITS.withheld.perAddress,
      player: LIMITS.withheld.perPlayer,
    },
    "miss-match-code": {
      code: "too-many-codes",
      network: LIMITS.matchCodes.perAddress,
      all: LIMITS.matchCodes.inAll,
    },
    "read-record": { code: "too-many-records", network: SERVER_LIMITS.records },
    "create-player": {
      code: "too-many-players",
      network: playersPerMinute,
      all: Math.max(inAll.players, playersPerMinute),
    },
    "sign-in": { code: "too-many-sign-ins", network: LIMITS.signIns },
    "fail-sign-in": { code: "too-many-sign-ins", all: inAll.failedSignIns },
    "change-player": { code: "too-many-changes", network: SERVER_LIMITS.changes },
    "moderate-table": {
      code: "too-many-changes",
      network: SERVER_LIMITS.moderations,
      target: SERVER_LIMITS.moderations,
    },
    "say-as-spectator": {
      code: "too-many-lines",
      seconds: LIMITS.talk.burst / LIMITS.talk.perSecond,
      network: LIMITS.talk.burst,
      site: LIMITS.talk.site,
    },
    "ask-seat": {
      code: "too-many-asks",
      network: SERVER_LIMITS.asks.perAddress,
      target: SERVER_LIMITS.asks.perMatch,
    },
    ...REPORT_QUOTAS,
    "challenge-bot": { code: "too-many-challenges", network: BOT_LIMITS.challenges },
    "add-push": { code: "too-many-pushes", network: NOTICE_LIMITS.newPushes },
    ...MAIL_QUOTAS,
    "enter-wrong-pairing-code": {
      code: "too-many-codes",
      network: LIMITS.codes.perMinute,
      all: inAll.wrongCodes,
      silence: LIMITS.codes.silence / 1000,
    },
    "ask-temple": { code: "too-many-pairings", network: SERVER_LIMITS.pairings.perMinute },
    ...SECRET_QUOTAS,
    "try-operator-passkey": { code: "too-many-attempts", network: SERVER_LIMITS.operatorSignIns },
  } as const satisfies Readonly<Record<string, Quota>>;
}
