import { PATHS } from "@flower-war/protocol";
import { ACCOUNT_PATHS, BOTS_PATH, NOTICE_PATHS } from "@flower-war/protocol/players";
import type { SeededRandom } from "../../../support/seeded-random.ts";
import { request } from "../../bytes/http.ts";
import type { Plan } from "../orders.ts";
import { mutateBytes, mutateValue, pick } from "./mutate.ts";

/** Requests of one connection, below the rate at which one address is refused. */
const INPUTS = 30;

const MATCH = {
  game: "flower-war",
  name: "Xoco",
  seats: 4,
  bots: 3,
  options: { rackSize: 4 },
  clock: { profile: "quick" },
};
const BODIES: readonly object[] = [
  MATCH,
  { name: "Xoco", bot: true },
  { name: "Xoco", seat: "east" },
  { token: "eyJhbGciOiJIUzI1NiJ9.e30.x", renew: "a".repeat(16) },
  { spectate: true },
  { game: "tieqchieq", preset: "tieqchieq", free: 1, page: 1 },
  {
    subscription: { endpoint: "https://fcm.googleapis.com/x", keys: { p256dh: "x", auth: "y" } },
    language: "en",
  },
  { address: "a@example.org", language: "es" },
  { players: [{ id: "V1StGXR8Z5jd", blocked: true }] },
  { code: "7KQ3-M2XA-9PWT-4HJC" },
  { response: { id: "x", rawId: "x", type: "public-key", response: {} } },
];
const ALL_PATHS: readonly string[] = [
  ...[PATHS, ACCOUNT_PATHS, NOTICE_PATHS].flatMap((paths) => Object.values<string>(paths)),
  BOTS_PATH,
  "/",
  "/m/4F7K",
  "/assets/x.js",
];
/** Stands for the id of a match that is played: as many characters as one has. */
export const MATCH_ID = "MatchOfATest";

const IDS = [
  MATCH_ID,
  MATCH_ID,
  "4F7K",
  `${MATCH_ID}-AAAAAAAAAAAAAAAAAAAAAA`,
  "%00",
  "..",
  "__proto__",
  "x".repeat(300),
];
const QUERIES = [
  "",
  "",
  "?game=flower-war&page=1",
  "?page=-1",
  "?free[]=1&free[x]=2",
  "?before=%F0%9F&limit=1e9",
];
const METHODS = ["GET", "POST", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "HEAD"];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  { "accept-encoding": "gzip, br;q=x" },
  { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
  { "content-type": "text/plain" },
  { "x-forwarded-for": "::ffff:999.1.1.1, x" },
  { range: "bytes=0-,-1" },
  { "if-none-match": '"x"', origin: "null" },
  { host: "[::1", "x-forwarded-proto": "javascript" },
];

/** Plans the requests of one connection: HTTP that Node reads, and at the end often bytes that it may refuse. */
export function planRequests(random: SeededRandom): Omit<Plan, "over"> {
  const inputs = Array.from({ length: INPUTS }, () => planRequest(random));
  if (random.happens(0.5)) {
    inputs[INPUTS - 1] = random.happens(0.2)
      ? Buffer.from(random.hex(2 * (1 + random.below(300))), "hex")
      : mutateBytes(random, planRequest(random));
  }
  return { start: "stranger", inputs };
}

function planRequest(random: SeededRandom): Uint8Array {
  const path = pick(random, ALL_PATHS).replace(":id", pick(random, IDS)) + pick(random, QUERIES);
  const method = pick(random, METHODS);
  const headers = pick(random, HEADERS);
  if (method === "GET" || method === "HEAD" || random.happens(0.1)) return request(method, path, { headers });
  const body = mutateValue(random, pick(random, BODIES));
  const text = Buffer.from(JSON.stringify(body) ?? "");
  const sent = random.happens(0.9) ? text : mutateBytes(random, text);
  return request(method, path, { body: sent.subarray(0, 5_000), headers });
}
