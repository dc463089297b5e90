/** A client of the JSON API in plain JavaScript, for `flower-war client-check`. It passes all; mutants.ts plants faults in it. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const { FLOWER_WAR_URL: server, FLOWER_WAR_SILENCE: silence } = process.env;

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
        await sleep(error.wait);
      } else {
        await sleep(pause);
        pause = Math.min(2 * pause, 5000);
      }
    }
  }
}

const wanted = { game: "tieqchieq", name: "Ocelotl", bots: 1 };
const seat = await repeat(async () => (await call("/api/matches", null, wanted)).json()).catch(fail);
const { token } = seat;
const match = `/api/matches/${seat.match}`;

const post = (what, bodyOf) => repeat(async () => (await call(`${match}/${what}`, token, bodyOf())).json());

/** By their seals: what it adds to the dice. */
const nonces = new Map();

/** Seals a nonce, and reveals it once the seals are fixed. If the match does not begin after that, it seals another one. */
async function takePart({ status, you, seals, revealing }) {
  const seal = seals[you];
  if (status !== "gathering") return;
  if (revealing && nonces.has(seal)) {
    await post("nonce", () => ({ nonce: nonces.get(seal) }));
  } else if (!revealing && seal === undefined) {
    const nonce = crypto.randomUUID();
    const sealed = createHash("sha256").update(nonce).digest("hex");
    nonces.set(sealed, nonce);
    await post("seal", () => ({ seal: sealed, key: "" }));
  }
}

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
  const [command] = legal;
  const id = `move-${known.n}`;
  try {
    const answer = await post("commands", () => ({ id, command }));
    if (known.n <= answer.n) known = { ...known, ...answer };
    isNews = true;
  } catch (refused) {
    console.error(refused.message); // the next line is another chance
  }
  isSending = false;
  if (isNews) void play();
}

/** Reads a line. Returns whether it was the last, and the client is to ask for no more. */
function read(line) {
  const told = JSON.parse(line);
  if (told.type === "end") return !told.resume;
  if (told.type === "entry") last = told.n;
  if (told.type === "match" || told.type === "change" || told.n > known.n) known = { ...known, ...told };
  last ??= 0;
  if (known.status === "over") return true;
  // One after the other: who seals twice at once does not know which nonce counts.
  if (known.status === "gathering") taking = taking.then(() => takePart(known)).catch(fail);
  else void play();
  return false;
}

/** Ends after a refusal that no waiting helps against. */
function fail(refused) {
  console.error(refused.message);
  process.exit(1);
}

for (let isOver = false; !isOver; ) {
  const after = last === null ? "" : `?after=${String(last)}`;
  let silent = new AbortController();
  const signal = () => (silent = new AbortController()).signal;
  const stream = await repeat(() => call(`${match}/stream${after}`, token, null, signal())).catch(fail);
  const watch = () => setTimeout(() => silent.abort(), silence * 1000);
  let timer = watch();
  let rest = "";
  try {
    for await (const text of stream.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = watch();
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line !== "") isOver ||= read(line);
      if (isOver) break;
    }
  } catch {
    // It was cut, or silent for too long.
  }
}
process.exit();
