/** A name shown to others: 1 to 24 characters, as people count them. */
export const NAME_LENGTH = 24;
/** The most bytes of a name in UTF-8: characters may consist of many. */
export const NAME_BYTES = 100;
/** The most code units of UTF-16 of a text that is read as a name: what is composed or trimmed there makes it shorter. */
export const NAME_TEXT = 1_000;

/** A match's short code, and a temple's pairing code: no letter looks like a digit. Case does not matter on entry. */
export const SHORT_CODE = { alphabet: "23456789ABCDEFGHJKMNPQRSTUVWXYZ", length: 4 } as const;

/** Limits that the server holds every client to. */
export const LIMITS = {
  /** bytes of one message or HTTP body */
  payload: 4096,
  /** entries in one answer to `log`, or lines in one to `chat`, and bytes after which no further one is added */
  logPage: { entries: 100, bytes: 32_768 },
  /** characters, as people count them, and bytes of one line of a chat; lines of a match, and how many of them spectators may say */
  chat: { length: 200, bytes: 1_500, lines: 2_000, spectators: 1_000 },
  /** lines that one sender may say at once, and in a second in the long run; those of a site of IPv6 that watches a match in ten seconds */
  talk: { burst: 5, perSecond: 0.5, site: 20 },
  /** ms between two lines of one sender that a host can require, and people whom a table blocks, or silences, at once */
  slow: 600_000,
  barred: 30,
  /** messages a second, and how many may arrive at once */
  messages: { perSecond: 20, burst: 40 },
  /** matches created by one address in a minute */
  creations: 5,
  /** new seats taken by one address in a minute */
  seats: 60,
  /** players created by one address in a minute */
  players: 30,
  /** attempts of one address in a minute to sign in, or to add a passkey */
  signIns: 30,
  /** passkeys of one account */
  passkeys: 10,
  /** players that one address reports in a minute, characters of a report's text, and entries of the match's log stored with it */
  reports: 5,
  reportText: 500,
  reportLines: 200,
  /** People whom an operator's overview names. */
  newestPeople: 12,
  /** ms for which a public match that has not begun keeps the seat of a player who is away, and of one who has not connected to it yet */
  absence: 20_000,
  arrival: 5_000,
  /** ms after which bots take the open seats of a match whose start is a `countdown` */
  countdown: 20_000,
  /** ms without a connected player after which a match leaves the listing; a match that has not begun closes then if no person has a seat */
  deserted: 10_000,
  /** ms for which a match whose seats are all taken waits for seals, and who sealed to be connected; then for nonces to be revealed */
  nonces: 30_000,
  reveals: 10_000,
  /** sealed nonces of one address, and of one player, that may not be revealed in ten minutes */
  withheld: { perAddress: 6, perPlayer: 3 },
  /** ms for which an offer to end a match is open, and ms until who made it may make another */
  offers: { open: 60_000, pause: 120_000 },
  /** characters of a table's name, as people count them */
  title: 40,
  /** turns of a match in which an abort can be offered */
  abortTurns: 2,
  /** ms without a connection after which a player counts as away in a match without clocks, for `claim` */
  claim: 600_000,
  /** ms for which the seats of a rematch are kept for those who played before */
  rematch: 60_000,
  /** ms between two patches of a lobby room, at least */
  lobbyInterval: 250,
  /** lobby rooms of one server: filters and pages that are watched at the same time */
  lobbies: 200,
  /** wrong pairing codes of one client in a minute, then ms for which it may enter none (temple protocol P-3) */
  codes: { perMinute: 5, silence: 60_000 },
  /** short codes in a minute that lead to no match, of one address and of all: then they lead to public matches alone */
  matchCodes: { perAddress: 10, inAll: 600 },
} as const;

/** Limits on bot accounts. They stand apart from `LIMITS`, which pages load. */
export const BOT_LIMITS = {
  /** ms for which a bot account may answer a challenge */
  open: 60_000,
  /** challenges of one address in a minute */
  challenges: 20,
  /** challenges that are open to one bot account */
  perBot: 16,
  /** bot accounts in one answer of `GET /api/bots` */
  listed: 100,
} as const;

/** Limits on tournaments. They stand apart from `LIMITS`, which pages load. */
export const TOURNAMENT_LIMITS = {
  /** characters of a name, as people count them */
  name: 40,
  /** players who take part in one, all who ever registered for it, how often one player does, and seats of a table */
  players: 500,
  entrants: 2_000,
  registrations: 20,
  seats: 6,
  /** minutes of an arena, and rounds */
  minutes: { least: 10, most: 360 },
  rounds: 30,
  /** s between two rounds at most, and s in which players have to come */
  pause: 86_400,
  noShow: { least: 40, most: 3_600 },
  /** ms ahead for which one can be planned, and for which it waits for its organiser to start it */
  ahead: 7_776_000_000,
  gathering: 7_776_000_000,
  /** those created by one player, or from one address, in an hour, and those that are not over of one player and of all */
  creations: 10,
  perPlayer: 5,
  inAll: 200,
  /** those that are over in one answer, and matches of an arena that are over */
  listed: 50,
  tables: 50,
} as const;

/**
 * Limits that the server and the bridge hold every connection to before they parse what it sends (docs/protocol.md, "Sockets"). They
 * stand apart from `LIMITS`, which pages load. An honest client needs less than half of each.
 *
 * The `excess` of a rate may arrive beyond `burst`: the connection is then read more slowly. Beyond the excess it is closed.
 */
export const SOCKET_LIMITS = {
  /** frames of every kind, or pieces of one, and bytes over a WebSocket: thrice what `LIMITS.messages` and pongs need */
  webSocket: {
    units: { perSecond: 60, burst: 240, excess: 600 },
    bytes: { perSecond: 192 * 1024, burst: 384 * 1024, excess: 256 * 1024 },
  },
  /** requests, or pieces of one, and bytes over one HTTP connection that no trusted proxy opened */
  http: {
    units: { perSecond: 60, burst: 240, excess: 240 },
    bytes: { perSecond: 64 * 1024, burst: 96 * 1024, excess: 64 * 1024 },
  },
  /** packets of every kind, or pieces of one, and bytes of a temple: thrice the 20 messages a second that count, and their acknowledgements */
  mqtt: {
    units: { perSecond: 120, burst: 480, excess: 600 },
    bytes: { perSecond: 64 * 1024, burst: 256 * 1024, excess: 256 * 1024 },
  },
  /** ms for which a connection that is over its limits is not read */
  pause: 50,
  /** ms between the close frame of a WebSocket that is cut and the end of its connection */
  grace: 250,
  /** bytes that wait for a client that does not read */
  unsent: 1024 * 1024,
  /** connections that one address holds at once: of IPv6, one network of 64 bits. It may open as many at once, and a tenth of them a second. */
  perAddress: 500,
  /** frames a second that all WebSockets of one address may send, for each connection that it may hold, and at once */
  frames: { perSecond: 2, burst: 10 },
  /** HTTP requests and upgrades of one address */
  requests: { perSecond: 100, burst: 400 },
  /** ms whose requests are handled at once; more of them wait for their turn at that rate, so that they do not delay others */
  unpaced: 600,
  /** requests over that limit after which connections of their address are cut; one a second is forgiven */
  excess: 400,
  /** ms for which no connection of such an address is accepted */
  block: 10_000,
  /** connections in all */
  inAll: 10_000,
  /** ms in which a request's head must arrive, and all of it; and after which a connection without any traffic is closed */
  requestHead: 10_000,
  request: 20_000,
  idle: 60_000,
  /** bytes of a request's head, and headers in it */
  headBytes: 8 * 1024,
  headers: 100,
} as const;

/** Limits of the whole server, and those of addresses that only it needs. They stand apart from `LIMITS`, which pages load. */
export const SERVER_LIMITS = {
  /**
   * ms for which the question whether an act may be taken back is open, and ms until its seat may ask again; acts that a seat takes back before
   * something is revealed, or another seat acts; the number of the protocol from which on clients can take seats at such a table before it begins
   */
  takeBacks: { open: 30_000, pause: 20_000, row: 20, protocol: 2 },
  /**
   * ms for which the question whether to pause, or to give a seat time, is open, and ms until its seat may ask again; pauses and gifts of time
   * before a seat has to act; s of the longest pause that a table can have: at least, at most, and at most with clocks by days
   */
  pauses: { open: 60_000, pause: 20_000, row: 20, least: 30, most: 3_600, mostByDays: 1_209_600 },
  /** days that a player may take off in `window` ms at a table with clocks by days, at most */
  holidays: { most: 7, window: 2_592_000_000 },
  /** ms for which the others at a table can object before a seat can be taken over, and ms until its player may ask again */
  handOvers: { open: 30_000, pause: 20_000 },
  /** ms until a host may seek a judge again */
  judges: { pause: 20_000 },
  /** ms for which a spectator's question for a seat is open, how many are open at a table, and how many come in a minute */
  asks: { open: 60_000, atOnce: 5, perAddress: 3, perMatch: 10 },
  /** ms after which the room of a match closes while no client is connected and no clock runs; a request for the match restores it */
  empty: 60_000,
  /** ms after which a match that has not begun is given up while no person is connected */
  unattended: 900_000,
  /** ms for which a clock that stood still because of an outage waits for its player beyond that outage, at most */
  clockStop: 10_000,
  /** ms after a match came from another server for which its clocks wait for its players: they need their new links first */
  importedClockStop: 1_800_000,
  /** bytes of a match's file */
  matchFile: 16_777_216,
  /** ms of a player's measured round trip that their clock is not charged for, at most: with one act, and in a match */
  lag: { act: 500, match: 5_000 },
  /** matches that one process holds in memory (`MATCHES_AT_ONCE`), and ms until another one may be asked for */
  matches: { atOnce: 3_000, wait: 10_000 },
  /** spectators of a match (`SPECTATORS_PER_MATCH`), and ms until another one may ask */
  spectators: { perMatch: 500, wait: 15_000 },
  /** clients of a match beyond which its spectators are shown what happens at most once in `interval` ms */
  crowd: { from: 100, interval: 250 },
  /** clients that watch the lobby of one process (`WATCHERS_AT_ONCE`), and ms until another one may ask */
  watchers: { atOnce: 2_000, wait: 15_000 },
  /** spectators of a match, and watchers of the lobby, from one address (`VIEWERS_PER_ADDRESS`) */
  viewersPerAddress: 50,
  /** spectators and watchers that one process lets in, a second and at once; ms that they may wait for it, and until they may ask again */
  viewerTurns: { perSecond: 100, burst: 20, most: 5_000, wait: 5_000 },
  /** reserved seats that are not used yet: of one address, of one process, and of one player's seat; ms until they expire */
  reservations: { perAddress: 100, inAll: 5_000, perSeat: 8, life: 15_000 },
  /** A network of 48 bits of IPv6, which one customer has, may do so many times as much as an address. */
  perSite: 10,
  /** in a minute, of all addresses together: players that are created, sign-ins that fail, wrong pairing codes */
  inAll: { players: 600, failedSignIns: 600, wrongCodes: 300 },
  /** Seats that an address holds without having connected to them: this share of `SEATS_PER_MINUTE`, in so many ms; a site twice as many. */
  arrivals: { share: 1 / 15, time: 20_000, perSite: 2 },
  /** Matches created in a minute by all addresses: this share of `MATCHES_AT_ONCE`. */
  creationsShare: 0.2,
  /** clients a second that one process lets come again while it is not available, and ms that each waits for it at most */
  retries: { perSecond: 1_000, most: 5_000 },
  /** requests of a kind from one address in a minute that are counted before they are read, and given back since they are malformed */
  mistakes: 30,
  /** sign-ins that a player has */
  sessions: 20,
  /** personal tokens that a player has */
  personalTokens: 20,
  /** players whom an account mutes and blocks, how many of them it names in one request, and of how many who block a player Play now knows */
  mutes: { players: 500, atOnce: 90, blockers: 1_000 },
  /** changes of players, passkeys and notices from one address in a minute */
  changes: 60,
  /** changes of a table's policy, blocks and silences, and their ends, from one address and at one table in a minute */
  moderations: 60,
  /** failed attempts of one address in a minute to sign in as an operator with a passkey, or to use an invitation */
  operatorSignIns: 60,
  /** records of matches that one address reads in a minute */
  records: 300,
  /**
   * reports in an hour by players without an account or without a seat: from one address, from one network of 48 bits; of those who have no
   * seat: about one player, and of all together
   */
  strangersReports: { perAddress: 10, perSite: 20, perTarget: 10, inAll: 200 },
  /** temples that one address asks in a minute, and ms in which the button must be pressed there (temple protocol P-6) */
  pairings: { perMinute: 6, open: 30_000 },
} as const;
