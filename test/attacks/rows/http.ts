import type { Attack, Gets, Traffic } from "../attack.ts";
import { get, many, post, request } from "../bytes/http.ts";

/** Requests of eight sockets, 3,200 a second together. */
const flood =
  (...units: Buffer[]) =>
  (): Traffic => ({ sockets: 8, units, rate: 400, again: 100 });
/** Requests of eight sockets, 400 a second together. */
const storm =
  (...units: Buffer[]) =>
  (): Traffic => ({ sockets: 8, units, rate: 50, again: 100 });

/** The answers of a host that counts requests, in an attack of a few seconds from one address. */
const COUNTED: Gets = { cutWithin: null, statuses: [200, 404, 429, 503], served: 800 };
/** Everything is refused. */
const REFUSED: Gets = { cutWithin: null };
/** Is destroyed within a second. */
const CUT: Gets = { cutWithin: 1_000 };

const create = (i: number, headers: Record<string, string> = {}): Buffer =>
  post("/api/matches", { game: "flower-war", name: `Xoco ${i}`, seats: 2 }, headers);
/** Addresses of one network of 64 bits of IPv6, and of as many networks. */
const oneNetwork = (i: number) => ({ "x-forwarded-for": `2001:db8:7:7::${(i + 1).toString(16)}` });
const networkEach = (i: number) => ({ "x-forwarded-for": `2001:db8:${(i + 1).toString(16)}::1` });

const MUTED = Array.from({ length: 90 }, (_, i) => ({
  id: `muted${String(i).padStart(7, "0")}`,
  blocked: true,
}));

/** Names by which a stranger claims a say. */
const CLAIMS = [
  "Admin",
  "ADMlN",
  "\uff2dod",
  "Operator Team",
  "Fl0wer War",
  "\u0410dmin",
  "Ana \u2705",
  "adrnin",
];

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** A body of 4 KB whose name costs the most to read: what is trimmed, with a character that makes two bytes of each. */
export const LONG_NAMES: readonly string[] = ["\u007f", " ", "👨\u200d"].map((trimmed) => {
  const most = Math.floor(3_900 / Buffer.byteLength(JSON.stringify(trimmed).slice(1, -1)));
  return `${trimmed.repeat(most)}界`;
});
/** Requests that read a name, each with one of these. */
const longNames = (match: string): Buffer[] =>
  LONG_NAMES.flatMap((name) => [
    post("/api/players", { name }),
    post("/api/matches", { game: "tieqchieq", name }),
    post("/api/quick-play", { game: "tieqchieq", name }),
    post(`/api/matches/${match}/seats`, { name }),
  ]);

/** Requests that any client can send. */
export const HTTP_ATTACKS: readonly Attack[] = [
  {
    name: "flood of GET /",
    over: "HTTP",
    ways: ["direct", "IPv6", "entrance"],
    ci: ["direct", "entrance"],
    traffic: flood(get("/")),
    gets: COUNTED,
  },
  {
    name: "flood of GET /api/lobby",
    over: "HTTP",
    ways: ["direct", "entrance"],
    traffic: flood(get("/api/lobby")),
    gets: COUNTED,
  },
  {
    name: "flood of lookups of the seated table",
    over: "HTTP",
    ways: ["direct"],
    ci: ["direct"],
    traffic: ({ match }) => flood(get(`/api/matches/${match}`))(),
    gets: COUNTED,
  },
  {
    name: "flood of link previews",
    over: "HTTP",
    ways: ["direct"],
    traffic: ({ code }) => flood(get(`/m/${code}`), get(`/?match=${code}`))(),
    gets: COUNTED,
  },
  {
    name: "flood of records that are none",
    over: "HTTP",
    ways: ["direct"],
    traffic: ({ match }) => flood(get(`/api/matches/${match}/record`))(),
    gets: { ...COUNTED, statuses: [404, 409, 429, 503] },
  },
  {
    name: "flood of GET /api/leaderboard",
    over: "HTTP",
    ways: ["direct"],
    traffic: flood(...many(500, (i) => get(`/api/leaderboard?game=flower-war&page=${i + 1}`))),
    gets: COUNTED,
  },
  {
    name: "flood of GET /readyz",
    over: "HTTP",
    ways: ["direct"],
    traffic: flood(get("/readyz")),
    gets: COUNTED,
  },
  {
    name: "creates matches from one address",
    over: "HTTP",
    ways: ["direct", "entrance"],
    ci: ["direct"],
    traffic: storm(...many(1000, (i) => create(i))),
    gets: { cutWithin: null, statuses: [201, 429, 503], served: 5 },
  },
  {
    name: "creates matches from one /64 of IPv6",
    over: "HTTP",
    ways: ["direct"],
    ci: ["direct"],
    traffic: () => ({ ...storm(...many(1000, (i) => create(i, oneNetwork(i))))(), isProxy: true }),
    gets: { cutWithin: null, statuses: [201, 429, 503], served: 5 },
  },
  {
    name: "creates matches from as many networks as it likes",
    over: "HTTP",
    ways: ["direct"],
    traffic: () => ({ ...storm(...many(2000, (i) => create(i, networkEach(i))))(), isProxy: true }),
    gets: { cutWithin: null, statuses: [201, 429, 503], served: 800 },
    memory: 160,
  },
  {
    name: "takes seats from one address",
    over: "HTTP",
    ways: ["direct"],
    traffic: ({ openMatch }) =>
      storm(...many(1000, (i) => post(`/api/matches/${openMatch}/seats`, { name: `Xoco ${i}` })))(),
    gets: { cutWithin: null, statuses: [200, 409, 429, 503], served: 60 },
  },
  {
    name: "creates players from one address",
    over: "HTTP",
    ways: ["direct"],
    traffic: storm(...many(1000, (i) => post("/api/players", { name: `Xoco ${i}` }))),
    gets: { cutWithin: null, statuses: [201, 429, 503], served: 30 },
  },
  {
    name: "asks for sign-ins, and signs in with codes that it guesses",
    over: "HTTP",
    ways: ["direct"],
    traffic: storm(
      post("/api/sign-in/options", {}),
      ...many(500, (i) => post("/api/sign-in", { code: `7KQ3-M2XA-9PWT-${String(i).padStart(4, "4")}` })),
    ),
    gets: { cutWithin: null, statuses: [200, 400, 403, 429, 503], served: 30 },
  },
  {
    name: "mutes 90 players at a time, with tokens that are none",
    over: "HTTP",
    ways: ["direct"],
    ci: ["direct"],
    traffic: storm(
      ...many(500, (i) =>
        post("/api/players/me/mutes", { players: MUTED }, bearer(`eyJhbGciOiJIUzI1NiJ9.e30.${i}`)),
      ),
    ),
    gets: { cutWithin: null, statuses: [403, 429, 503] },
  },
  {
    name: "names that take long to read, 240 at once from 4 addresses",
    over: "HTTP",
    ways: ["direct"],
    ci: ["direct"],
    traffic: ({ openMatch }) => ({
      sockets: 24,
      addresses: 4,
      units: longNames(openMatch),
      rate: 1_000,
      atMost: 10,
    }),
    gets: { cutWithin: null, statuses: [400, 429] },
  },
  {
    name: "names that take long to read, 60 a second",
    over: "HTTP",
    ways: ["direct", "entrance"],
    ci: ["direct"],
    traffic: ({ openMatch }) => ({ sockets: 6, units: longNames(openMatch), rate: 10, again: 100 }),
    gets: { cutWithin: null, statuses: [400, 429] },
  },
  {
    name: "names that claim a say",
    over: "HTTP",
    ways: ["direct"],
    ci: ["direct"],
    traffic: ({ openMatch }) =>
      storm(
        ...CLAIMS.flatMap((name) => [
          post("/api/players", { name }),
          post(`/api/matches/${openMatch}/seats`, { name }),
        ]),
      )(),
    gets: { cutWithin: null, statuses: [400, 429] },
  },
  {
    name: "speaks without watching, from as many networks as it likes",
    over: "HTTP",
    ways: ["direct"],
    ci: ["direct"],
    traffic: ({ match }) => ({
      ...storm(
        ...many(2000, (i) => {
          const line = { id: `${i}`, name: `Xoco ${i}`, text: "buy flowers" };
          return post(`/api/matches/${match}/say`, line, networkEach(i));
        }),
      )(),
      isProxy: true,
    }),
    gets: REFUSED,
  },
  {
    name: "reports without watching, from as many networks as it likes",
    over: "HTTP",
    ways: ["direct"],
    ci: ["direct"],
    traffic: ({ match }) => ({
      ...storm(
        ...many(2000, (i) =>
          post(
            `/api/matches/${match}/report`,
            { seat: "east", reason: "insults", text: "x" },
            networkEach(i),
          ),
        ),
      )(),
      isProxy: true,
    }),
    gets: REFUSED,
  },
  {
    name: "quick plays from one address",
    over: "HTTP",
    ways: ["direct"],
    traffic: storm(...many(1000, (i) => post("/api/quick-play", { game: "tieqchieq", name: `Xoco ${i}` }))),
    gets: { cutWithin: null, statuses: [200, 429, 503], served: 60 },
  },
  {
    name: "reserves places in the lobby that it never takes",
    over: "HTTP",
    ways: ["direct"],
    traffic: storm(...many(1000, (i) => post("/api/lobby", { free: 1 + (i % 6), page: 1 + (i % 9) }))),
    gets: { cutWithin: null, statuses: [200, 429, 503], served: 600 },
  },
  {
    name: "guesses short codes of matches",
    over: "HTTP",
    ways: ["direct", "entrance"],
    ci: ["direct"],
    traffic: storm(
      ...many(1000, (i) => get(`/api/matches/2${(i + 1000).toString(31).slice(-3).toUpperCase()}`)),
    ),
    gets: { cutWithin: null, statuses: [400, 404, 429, 503] },
  },
  {
    name: "guesses invitations of a private match",
    over: "HTTP",
    ways: ["direct"],
    traffic: ({ openMatch }) =>
      storm(
        ...many(500, (i) => get(`/api/matches/${openMatch.split("-")[0]}-${String(i).padStart(22, "A")}`)),
      )(),
    gets: REFUSED,
  },
  {
    name: "guesses the admin's password",
    over: "HTTP",
    ways: ["operator", "direct", "entrance"],
    ci: ["operator"],
    traffic: storm(...many(1000, (i) => request("GET", "/api/temples", { headers: bearer(`guess-${i}`) }))),
    gets: REFUSED,
  },
  {
    name: "guesses the password at the operators' door, from 40 addresses",
    over: "HTTP",
    ways: ["operator"],
    ci: ["operator"],
    traffic: () => ({
      ...storm(
        ...many(1000, (i) => post("/api/operator/session", { name: "Itzel", password: `guess-${i}` })),
      )(),
      sockets: 40,
      rate: 10,
      addresses: 40,
    }),
    gets: { cutWithin: null, statuses: [401, 429] },
  },
  {
    name: "guesses operators' invitations, and passkeys",
    over: "HTTP",
    ways: ["operator"],
    ci: ["operator"],
    traffic: storm(
      ...many(500, (i) => {
        const [invitation, headers] = [String(i).padStart(43, "A"), { origin: "http://attacked.test" }];
        return post("/api/operator/invitation", { invitation }, headers);
      }),
      post("/api/operator/session/passkey", { response: {} }, { origin: "http://attacked.test" }),
    ),
    gets: { cutWithin: null, statuses: [400, 403, 429] },
  },
  {
    name: "names another host at the operator's listener",
    over: "HTTP",
    ways: ["operator"],
    ci: ["operator"],
    traffic: storm(
      ...["/", "/api/operator/session", "/metrics", "/api/temples"].map((path) =>
        get(path, { host: "page-of-a-stranger.example" }),
      ),
    ),
    gets: { cutWithin: null, statuses: [421] },
  },
  {
    name: "guesses the bridge's token",
    over: "HTTP",
    ways: ["operator", "direct"],
    traffic: storm(
      ...many(1000, (i) => post("/api/bridges", { id: "bridge-9" }, bearer(`guess-of-a-token-${i}`))),
    ),
    gets: REFUSED,
  },
  {
    name: "puts an empty database, 1 MB of zeros, and JSON",
    over: "HTTP",
    ways: ["operator", "direct", "entrance"],
    ci: ["direct"],
    traffic: storm(
      request("PUT", "/api/database", { body: "" }),
      request("PUT", "/api/database", { body: "\0".repeat(1_048_576) }),
      request("PUT", "/api/database", { body: {}, headers: bearer("guess") }),
    ),
    gets: REFUSED,
    // Node frees what it read first after about 64 MB: the growth is the same for 250 MB and for 2 GB of such bodies.
    memory: 96,
  },
  {
    name: "headers byte by byte, 50 ms apart, on 300 sockets",
    over: "HTTP",
    ways: ["direct", "IPv6", "entrance"],
    traffic: () => ({
      sockets: 300,
      units: [get("/", { "x-slow": "z".repeat(2_000) })],
      rate: 20,
      bytesAtATime: 1,
    }),
    gets: REFUSED,
  },
  {
    name: "bodies byte by byte, 50 ms apart, on 300 sockets",
    over: "HTTP",
    ways: ["direct", "entrance"],
    traffic: () => ({
      sockets: 300,
      isSequence: true,
      units: [
        request("POST", "/api/players", { body: "", headers: { "content-length": "4000" } }),
        ...many(4_000, () => Buffer.from("x")),
      ],
      rate: 20,
    }),
    gets: REFUSED,
  },
  {
    name: "bodies of 1 GB",
    over: "HTTP",
    ways: ["direct", "entrance"],
    traffic: () => ({
      sockets: 8,
      isSequence: true,
      units: [
        request("POST", "/api/matches", { body: "", headers: { "content-length": "1073741824" } }),
        ...many(20_000, () => Buffer.alloc(16_384, 0x78)),
      ],
      rate: 1_000,
      again: 100,
    }),
    gets: CUT,
  },
  {
    name: "chunks without an end",
    over: "HTTP",
    ways: ["direct"],
    ci: ["direct"],
    traffic: () => ({
      sockets: 8,
      isSequence: true,
      units: [
        request("POST", "/api/matches", {
          headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
        }),
        ...many(50_000, () => Buffer.from("1;name=value\r\nx\r\n")),
      ],
      rate: 20_000,
      again: 100,
    }),
    gets: CUT,
  },
  {
    name: "100 requests in one write, again and again",
    over: "HTTP",
    ways: ["direct", "entrance"],
    traffic: () => ({ sockets: 4, units: many(100, () => get("/api/games")), rate: 1_000, again: 100 }),
    gets: COUNTED,
  },
  {
    name: "requests with 3,000 headers",
    over: "HTTP",
    ways: ["direct", "entrance"],
    traffic: storm(
      get("/", Object.fromEntries(many(3_000, (i) => Buffer.from(`h${i}`)).map((h) => [String(h), "v"]))),
    ),
    gets: { cutWithin: null },
  },
  {
    name: "a header of 1 MB",
    over: "HTTP",
    ways: ["direct"],
    traffic: () => ({
      sockets: 8,
      units: [get("/", { "x-long": "z".repeat(1_048_576) })],
      rate: 10,
      again: 100,
    }),
    gets: { cutWithin: 1_000 },
  },
  {
    name: "paths that climb out of the page's folder",
    over: "HTTP",
    ways: ["direct", "entrance"],
    traffic: storm(
      ...[
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2f..%2fpackage.json",
        "/assets/%5c..%5c..%5cpackage.json",
        "/assets/%00",
        "/%c0%ae%c0%ae/etc/passwd",
        "//etc/passwd",
      ].map((path) => get(path)),
    ),
    gets: { cutWithin: null, statuses: [200, 400, 403, 404, 429, 503], served: 400 },
  },
  {
    name: "methods that are none, TRACE and CONNECT",
    over: "HTTP",
    ways: ["direct"],
    traffic: storm(
      ...["TRACE", "CONNECT", "PROPFIND", "DELETE", "GIVE"].map((method) => request(method, "/api/matches")),
    ),
    gets: REFUSED,
  },
  {
    name: "requests of two lengths: Content-Length and Transfer-Encoding",
    over: "HTTP",
    ways: ["direct", "entrance"],
    ci: ["direct"],
    traffic: storm(
      request("POST", "/api/players", {
        body: "0\r\n\r\nGET /api/temples HTTP/1.1\r\nhost: x\r\n\r\n",
        headers: { "content-length": "6", "transfer-encoding": "chunked" },
      }),
    ),
    gets: { cutWithin: 1_000 },
  },
  {
    name: "requests of two Content-Lengths, and of one below 0",
    over: "HTTP",
    ways: ["direct"],
    traffic: storm(
      Buffer.from(
        "POST /api/players HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 50\r\n\r\nabcde",
      ),
      Buffer.from("POST /api/players HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n"),
    ),
    gets: { cutWithin: 1_000 },
  },
  {
    name: "lines that end in a bare LF, names with a space",
    over: "HTTP",
    ways: ["direct"],
    traffic: storm(
      Buffer.from("GET / HTTP/1.1\nhost: x\ntransfer-encoding : chunked\n\n"),
      Buffer.from("GET / HTTP/1.1\r\nhost: x\r\ncontent-length : 5\r\n\r\nabcde"),
    ),
    gets: { cutWithin: 1_000 },
  },
  {
    name: "JSON of a thousand brackets, and with __proto__",
    over: "HTTP",
    ways: ["direct"],
    traffic: storm(
      post("/api/matches", `${"[".repeat(2_000)}${"]".repeat(2_000)}`),
      post("/api/matches", '{"__proto__":{"seats":9},"constructor":{"prototype":{"x":1}},"name":"Xoco"}'),
    ),
    gets: { cutWithin: null },
  },
  {
    name: "ranges of the page's files",
    over: "HTTP",
    ways: ["direct"],
    traffic: storm(get("/", { range: `bytes=${many(200, (i) => Buffer.from(`${i}-${i + 1}`)).join(",")}` })),
    gets: { cutWithin: null, statuses: [200, 206, 400, 416, 429, 503], served: 400 },
  },
  {
    name: "asks for the page and reads nothing",
    over: "HTTP",
    ways: ["direct", "entrance"],
    traffic: () => ({ sockets: 50, units: [get("/")], rate: 40, reads: false }),
    gets: { cutWithin: null },
  },
  {
    name: "TLS and HTTP/2 where neither is spoken",
    over: "HTTP",
    ways: ["direct", "entrance"],
    traffic: storm(
      Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
      Buffer.from("160301020001000001fc0303", "hex"),
    ),
    gets: { cutWithin: 1_000 },
  },
];
