/**
 * A client of the JSON API that does one thing wrong, named in the first argument, by its check if it has one; without an argument it does all
 * right.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const { FLOWER_WAR_URL: server, FLOWER_WAR_SILENCE: silence } = process.env;
const [, , wrong] = process.argv;

/** The server refused. */
class Refused extends Error {
  constructor({ code, wait }) {
    super(code);
    this.wait = wait;
  }
}

async function call(path, token, body, signal) {
  const response = await fetch(server + path, {
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    signal,
  });
  if (!response.ok) throw new Refused(await response.json());
  return response;
}

/** Asks until there is an answer. */
async function repeat(ask) {
  for (let pause = 100; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Refused) {
        if (error.wait === undefined) throw error;
        await sleep(wrong === "K-8" ? 0 : error.wait);
      } else {
        await sleep(wrong === "K-12" ? 20 : pause);
        pause = Math.min(2 * pause, 5000);
      }
    }
  }
}

const wanted = {
  game: wrong === "K-1" ? "flower-war" : "tieqchieq",
  name: "Ocelotl",
  bots: 1,
  ...(wrong === "K-3" && { protocolVersion: "1" }),
};
const asking = () => repeat(async () => (await call("/api/matches", null, wanted)).json());
const seat = await asking().catch((refused) => {
  if (wrong === "K-15") return asking();
  console.error(refused.message);
  process.exit(1);
});
const { token } = seat;
const match = `/api/matches/${seat.match}`;
if (wrong === "K-16") console.log(seat);

const post = (what, bodyOf) => repeat(async () => (await call(`${match}/${what}`, token, bodyOf())).json());

/** By their seals: what it adds to the dice. */
const nonces = new Map();

/** Seals a nonce, and reveals it once the seals are fixed. If the match does not begin after that, it seals another one. */
async function takePart({ status, you, seals, revealing }) {
  const seal = seals[you];
  if (status !== "gathering") return;
  if (wrong === "open-nonce") await post("nonce", () => ({ nonce: crypto.randomUUID() }));
  else if (revealing && nonces.has(seal)) {
    if (wrong === "no-nonce") process.exit(1);
    const nonce = wrong === "K-4" ? "another" : nonces.get(seal);
    await post("nonce", () => ({ nonce }));
  } else if (!revealing && seal === undefined) {
    const nonce = crypto.randomUUID();
    const sealed = createHash("sha256").update(nonce).digest("hex");
    nonces.set(sealed, nonce);
    await post("seal", () => ({ seal: sealed, key: "" }));
    if (wrong === "early-nonce") await post("nonce", () => ({ nonce }));
  }
}

/** Reads no stream: asks what is legal, and ends if its command is not answered. */
async function onlyAsk() {
  for (let view = { status: "gathering" }; view.status === "gathering"; await sleep(100)) {
    view = await (await call(`${match}/view`, token)).json();
    await takePart(view);
  }
  const [first] = (await (await call(`${match}/legal`, token)).json()).commands;
  await call(`${match}/commands`, token, { id: "first", command: first }, AbortSignal.timeout(1_000));
}
if (wrong === "no-stream") await onlyAsk();

let known = {};
let last = null;
let taking = Promise.resolve();
let isSending = false;
let isNews = false;

async function play() {
  const legal = (known.legal ?? []).filter(({ type }) => type !== "concede");
  isNews = isSending;
  if (isSending || legal.length === 0) return;
  isSending = true;
  if (wrong === "K-10")
    await Promise.allSettled(Array.from({ length: 200 }, () => call(`${match}/legal`, token)));
  const command = wrong === "K-5" ? { type: "move", from: "a1" } : legal[0];
  const id = `move-${known.n}`;
  try {
    const answer = await post("commands", () => ({
      id: wrong === "K-7" ? crypto.randomUUID() : id,
      command,
    }));
    if (known.n <= answer.n) known = { ...known, ...answer };
    isNews = true;
  } catch (refused) {
    if (wrong === "K-9") process.exit(1);
    console.error(refused.message); // the next line is another chance
  }
  isSending = false;
  if (isNews) void play();
}

/** Reads a line. Returns whether it was the last, and the client is to ask for no more. */
function read(line) {
  const told = JSON.parse(line);
  if (told.type === "end") return !told.resume && wrong !== "K-14";
  if (told.type === "entry") last = told.n;
  else if (wrong === "K-6" && !["match", "change"].includes(told.type)) throw new Error(told.type);
  if (told.type === "match" || told.type === "change" || told.n > known.n) known = { ...known, ...told };
  last ??= 0;
  if (known.status === "over") return true;
  // One after the other: who seals twice at once does not know which nonce counts.
  if (known.status === "gathering") taking = taking.then(() => takePart(known)).catch(fail);
  else void play();
  return false;
}

/** What is refused before the match begins. */
function fail(refused) {
  console.error(refused.message);
  process.exit(1);
}

for (let isOver = false; !isOver; ) {
  const after = last === null || wrong === "K-11" ? "" : `?after=${String(last)}`;
  const path = `${match}/stream${wrong === "K-2" ? `?token=${token}` : after}`;
  let silent = new AbortController();
  const stream = await repeat(() => call(path, token, null, (silent = new AbortController()).signal));
  if (wrong === "no-seal") process.exit(1);
  let rest = "";
  let timer = setTimeout(() => {}, 0);
  try {
    for await (const text of stream.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      if (wrong !== "K-13") timer = setTimeout(() => silent.abort(), silence * 1000);
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line !== "") isOver ||= read(line);
      if (isOver) break;
    }
  } catch (error) {
    if (wrong === "ends") throw error;
    if (wrong === "K-6" && !silent.signal.aborted) throw error; // else it was cut, or silent for too long
  }
}
process.exit();
