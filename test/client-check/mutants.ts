/** Clients of which each does one thing wrong: the text of one that does all right, with one part replaced. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckId } from "../../cli/src/client-check/checks.ts";
import { programPath } from "../support/programs.ts";

/** Python does one thing after the other, the others do several at once; the SDK comes by WebSocket. */
type Kind = "python" | "javascript" | "sdk";

/** Its file, and how its text is run. */
const CLIENTS: Readonly<Record<Kind, readonly [file: string, ...command: string[]]>> = {
  python: ["bot.py", programPath("python3"), "-c"],
  javascript: ["async-client.mjs", process.execPath, "--input-type=module", "-e"],
  sdk: [
    "sdk-client.ts",
    process.execPath,
    "--conditions=@flower-war/source",
    "--input-type=module-typescript",
    "-e",
  ],
};

export interface Mutant {
  readonly kind: Kind;
  /** What it does wrong, in a few words. */
  readonly title: string;
  /** The part that is replaced, and what by. */
  readonly part: string;
  readonly by: string;
  /** The reason that is given. */
  readonly reason: RegExp;
}

/** Returns the command that starts a mutant. */
export function startOf({ kind, part, by }: Mutant): string[] {
  const [file, ...command] = CLIENTS[kind];
  const right = readFileSync(join(import.meta.dirname, file), "utf8");
  const [before, after, ...more] = right.split(part);
  if (after === undefined || more.length > 0) throw new Error(`${file} has not exactly one ${part}`);
  return [...command, `${before}${by}${after}`];
}

const of =
  (kind: Kind) =>
  (title: string, part: string, by: string, reason: RegExp): Mutant => ({ kind, title, part, by, reason });
const [python, javascript, sdk] = [of("python"), of("javascript"), of("sdk")];

/** Options of the SDK with which it pings nothing, and waits long for an answer. */
const SILENT = `{ name: "Citlali", ping: { every: Number.POSITIVE_INFINITY, idle: 0, timeout: 0 }, timeout: 90_000 }`;

/** At least three for each check. */
export const MUTANTS: Readonly<Record<CheckId, readonly Mutant[]>> = {
  "K-1": [
    python(
      "asks for another game",
      `"game": "tieqchieq"`,
      `"game": "mexica"`,
      /^its `game` is "mexica", not/,
    ),
    javascript("gives no name", `name: "Ocelotl"`, `name: ""`, /^its `name` is "", which is no name$/),
    sdk("asks for three seats", "seats: 2", "seats: 3", /^its `seats` is 3, not 2$/),
  ],
  "K-2": [
    python(
      "puts the token into the stream's URL",
      `"" if last is None else f"?after={last}"`,
      `"?token=" + token`,
      /^it put its token into the URL of `\/api\/matches\/\w+\/stream`$/,
    ),
    python(
      "sends requests with a body without it",
      "if token:",
      "if token and body is None:",
      /^it sent `POST \/api\/matches\/\w+\/seal` without its token in `Authorization`$/,
    ),
    javascript(
      "sends it in another header",
      "authorization: `Bearer ${token}`",
      "token",
      /^it sent `GET \/api\/matches\/\w+\/stream` without its token in `Authorization`$/,
    ),
    sdk(
      "asks for its match with the token in the URL",
      "let isSending = false;",
      `let isSending = false; void fetch(process.env.FLOWER_WAR_URL + "/api/matches/" + match.id + "?token=" + match.token);`,
      /^it put its token into the URL of `\/api\/matches\/\w+`$/,
    ),
  ],
  "K-3": [
    python(
      "names a fraction",
      `"bots": 1`,
      `"bots": 1, "protocolVersion": 1.5`,
      /^its `protocolVersion` is 1.5, not a whole number$/,
    ),
    javascript(
      "names a text",
      "bots: 1",
      `bots: 1, protocolVersion: "1"`,
      /^its `protocolVersion` is "1", not a whole number$/,
    ),
    javascript(
      "names a release for its stream",
      `last === null ? ""`,
      `last === null ? "?protocolVersion=1.0"`,
      /^its stream's `protocolVersion` is "1.0", not a whole number$/,
    ),
  ],
  "K-4": [
    python(
      "seals something else",
      "hashlib.sha256(nonce.encode())",
      `hashlib.sha256(nonce.encode() + b"\\n")`,
      /^its nonce is not the one that it sealed$/,
    ),
    python(
      "seals in capitals",
      `{"seal": seal, "key": ""}`,
      `{"seal": seal.upper(), "key": ""}`,
      /^its seal or its key is not 64 lower-case hex digits$/,
    ),
    javascript(
      "reveals at once",
      `key: "" }));`,
      `key: "" })); await post("nonce", () => ({ nonce }));`,
      /^it revealed its nonce before the seals were fixed$/,
    ),
    javascript(
      "reveals without a seal",
      `if (revealing && nonces.has(seal)) {`,
      `await post("nonce", () => ({ nonce: "open" })); if (revealing && nonces.has(seal)) {`,
      /^it gave a nonce that it had not sealed$/,
    ),
  ],
  "K-5": [
    python(
      "sends all commands under one id",
      `f"move-{known['n']}"`,
      `"move"`,
      /^it used the id of one command for another$/,
    ),
    python("concedes", `command["type"] != "concede"`, `command["type"] == "concede"`, /^it conceded, which/),
    javascript(
      "sends what is not legal",
      "const [command] = legal;",
      `const command = { type: "move", from: "a1" };`,
      /^it sent \{"type":"move","from":"a1"\}, which is not legal$/,
    ),
  ],
  "K-6": [
    python(
      "reads empty lines",
      "if not line.strip(): continue",
      "pass",
      /^it sent no command after it was told what only a newer server has: the client ended \(exit code 1\)/,
    ),
    javascript(
      "throws at a line of another type",
      `if (told.type === "entry") last = told.n;`,
      `if (told.type === "entry") last = told.n; else if (!/match|change/.test(told.type)) fail(new Error(told.type));`,
      /the client ended \(exit code 1\): aurora$/,
    ),
    sdk(
      "throws at a start of another kind",
      `match.on("change", () => void play());`,
      `match.on("change", () => {
        if (!["full", "host", "countdown"].includes(match.details.start)) process.exit(1);
        void play();
      });`,
      /the client ended \(exit code 1\)/,
    ),
  ],
  "K-7": [
    python(
      "plays on with the command that had no answer",
      `        answer = send("commands", {"id": f"move-{known['n']}", "command": random.choice(legal)})`,
      `        known["lost"] = known.get("lost") or random.choice(legal)
        answer = send("commands", {"id": secrets.token_hex(8), "command": known["lost"]})
        known["lost"] = None`,
      /^it sent \{"type":"toss"\} again under another id: it would have been played twice$/,
    ),
    javascript(
      "takes a new id for a repetition",
      "() => ({ id, command })",
      "() => ({ id: crypto.randomUUID(), command })",
      /^it sent \{"type":"toss"\} again under another id: it would have been played twice$/,
    ),
    javascript(
      "has the time in its ids",
      "() => ({ id, command })",
      "() => ({ id: `${id}-${Date.now()}`, command })",
      /^it sent \{"type":"toss"\} again under another id: it would have been played twice$/,
    ),
  ],
  "K-8": [
    python(
      "waits a tenth",
      "refused.wait / 1000",
      "refused.wait / 10_000",
      /^it (sent its command|asked for its stream) again \d+ ms after `(too-many-messages|unavailable)` with a wait of 400 ms$/,
    ),
    python(
      "sends it again under another id",
      `call(f"{match}/{what}", body, token)`,
      `call(f"{match}/{what}", {**body, **("id" in body and {"id": secrets.token_hex(4)} or {})}, token)`,
      /^after `unavailable` it sent its command under another id$/,
    ),
    javascript(
      "does not wait",
      "await sleep(error.wait);",
      "",
      /^it (sent its command|asked for its stream) again \d+ ms after `(too-many-messages|unavailable)` with a wait of 400 ms$/,
    ),
    sdk(
      "waits a tenth",
      "await sleep(wait);",
      "await sleep(wait / 10);",
      /^it sent its command again \d+ ms after `unavailable` with a wait of 400 ms$/,
    ),
  ],
  "K-9": [
    python(
      "ends",
      "print(refused.code)",
      "sys.exit(refused.code)",
      /^it sent no command after a refusal with the code `eclipse`, and news of the match: the client ended \(exit code 1\)/,
    ),
    javascript(
      "ends",
      "console.error(refused.message); // the next line is another chance",
      "fail(refused);",
      /^it sent no command after a refusal with the code `eclipse`, and news of the match: the client ended \(exit code 1\)/,
    ),
    sdk(
      "takes itself for busy from then on",
      "(refusal: Refusal) => refusal.wait,",
      "(refusal: Refusal) => refusal.wait ?? new Promise<number>(() => {}),",
      /^it sent no command after a refusal with the code `eclipse`, and news of the match: the check waited/,
    ),
  ],
  "K-10": [
    python(
      "asks what is legal again and again",
      `        answer = send("commands"`,
      `        for _ in range(2000): call(match + "/legal", token=token)\n        answer = send("commands"`,
      /^it sent more than 20 messages a second, or 40 at once$/,
    ),
    javascript(
      "asks 500 times at once",
      "const [command] = legal;",
      "await Promise.allSettled(Array.from({ length: 500 }, () => call(`${match}/legal`, token))); const [command] = legal;",
      /^it sent more than 20 messages a second, or 40 at once$/,
    ),
    javascript(
      "asks for the match 500 times while it begins",
      "let isSending = false;",
      "let isSending = false; void Promise.allSettled(Array.from({ length: 500 }, () => call(`${match}/view`, token)));",
      /^it sent more than 20 messages a second, or 40 at once$/,
    ),
  ],
  "K-11": [
    python(
      "asks for the whole match",
      `f"?after={last}"`,
      `"?after=0"`,
      /^it asked for its stream with `\?after=0`, and its last entry was \d+$/,
    ),
    python(
      "forgets the last entry",
      `f"?after={last}"`,
      `f"?after={max(0, last - 1)}"`,
      /^it asked for its stream with `\?after=\d+`, and its last entry was \d+$/,
    ),
    javascript(
      "does not say what it has",
      "`?after=${String(last)}`",
      `""`,
      /^it asked for its stream without `\?after=`, and its last entry was \d+$/,
    ),
  ],
  "K-12": [
    python(
      "never waits longer",
      "pause = min(2 * pause, 5)",
      "pause = 0.05",
      /^it tried \d+ times in \d+ s while the server did not answer, not \d+ times at most$/,
    ),
    python(
      "ends when its connection is cut",
      "pass  # cut",
      `sys.exit("cut")  # cut`,
      /^it did not ask for its stream again after its connection was cut: the client ended \(exit code 1\): cut$/,
    ),
    javascript(
      "hardly waits",
      "await sleep(pause);",
      "await sleep(20);",
      /^it tried \d+ times in \d+ s while the server did not answer, not \d+ times at most$/,
    ),
    sdk(
      "hardly waits",
      `{ name: "Citlali" }`,
      `{ name: "Citlali", resume: { attempts: Number.POSITIVE_INFINITY, delay: 10, maxDelay: 10 } }`,
      /^it tried \d+ times in \d+ s while the server did not answer, not \d+ times at most$/,
    ),
  ],
  "K-13": [
    python(
      "gives up commands alone",
      "timeout=SILENCE",
      "timeout=None",
      /^it did not ask for its stream again after it had been told nothing for 1 s, on the other player's turn: the check waited 16 s$/,
    ),
    javascript(
      "gives nothing up",
      "setTimeout(() => silent.abort(), silence * 1000)",
      "setTimeout(() => {}, 0)",
      /^it did not ask for its stream again after it had been told nothing for 1 s.*: the check waited 16 s$/,
    ),
    javascript(
      "gives only a first silence up",
      "      timer = watch();\n",
      "",
      /^it did not ask for its stream again after it had been told nothing for 1 s.*: the check waited 16 s$/,
    ),
    sdk(
      "pings nothing",
      `{ name: "Citlali" }`,
      SILENT,
      /^it did not ask for its seat again after it had been told nothing for 1 s.*: the check waited 16 s$/,
    ),
  ],
  "K-14": [
    python("comes back at once", `return told["resume"]`, "return True", /^it asked for its stream again$/),
    python(
      "comes back after five seconds",
      `return told["resume"]`,
      "return time.sleep(5) is None",
      /^it asked for its stream again$/,
    ),
    javascript(
      "comes back at once",
      "return !told.resume;",
      "return false;",
      /^it asked for its stream again$/,
    ),
    sdk(
      "takes its seat again",
      "if (gone) console.error(`lost for good: ${refusal?.code ?? code}`);",
      `if (gone) void host.join(match.id, { token: match.token ?? "" });`,
      /^it asked for its seat again$/,
    ),
  ],
  "K-15": [
    python(
      "asks for a seat again after four seconds",
      "if refused.wait is None: raise",
      "if refused.wait is None: time.sleep(4); continue",
      /^it asked for a seat again after `client-too-old`$/,
    ),
    python(
      "asks for its stream again",
      "    except Refused as refused:\n        sys.exit(refused.code)\n",
      "    except Refused as refused:\n        print(refused.code)\n",
      /^it asked for its stream again after `client-too-old`$/,
    ),
    javascript(
      "asks for its stream again",
      "signal())).catch(fail);",
      "signal())).catch(() => new Response(``));",
      /^it asked for its stream again after `client-too-old`$/,
    ),
    sdk(
      "does not say why it ends",
      "console.error(refusal.code);",
      "",
      /^it printed nothing, and not that it is too old$/,
    ),
  ],
  "K-16": [
    python(
      "prints the headers of its requests",
      "    data = None if",
      "    print(headers)\n    data = None if",
      /^it printed the token of its seat$/,
    ),
    javascript(
      "prints its seat, and much more",
      "const { token } = seat;",
      `const { token } = seat; console.log(seat); console.log("x".repeat(300_000));`,
      /^it printed the token of its seat$/,
    ),
    sdk(
      "prints it to stderr",
      "let isSending = false;",
      "let isSending = false; console.error(match.token);",
      /^it printed the token of its seat$/,
    ),
  ],
};

/** Clients that never come to most of the checks. */
export const STOPPED: readonly Mutant[] = [
  javascript(
    "reads no stream, and only asks",
    "let known = {};",
    `for (let view = { status: "gathering" }; view.status === "gathering"; await sleep(100)) {
      view = await (await call(match + "/view", token)).json();
      await takePart(view);
    }
    const [first] = (await (await call(match + "/legal", token)).json()).commands;
    await call(match + "/commands", token, { id: "first", command: first }, AbortSignal.timeout(1_000));
    let known = {};`,
    /^it opened neither its stream nor a WebSocket, and only sent `view` \(\d+ times\), `seal`, `nonce`, `legal`, `commands`: the client ended \(exit code 1\)/,
  ),
  javascript(
    "does not seal",
    "const nonce = crypto.randomUUID();",
    "process.exit(1);",
    /^it sealed no nonce, so that the match did not begin: the client ended \(exit code 1\)$/,
  ),
  javascript(
    "does not reveal",
    `await post("nonce", () => ({ nonce: nonces.get(seal) }));`,
    "process.exit(1);",
    /^it did not reveal its nonce, so that the match did not begin: the client ended \(exit code 1\)$/,
  ),
];
