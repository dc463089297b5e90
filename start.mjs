/**
 * `npm start`: runs a server and a bridge as two processes. If one of them ends, the other is stopped.
 *
 * Each sends a message over its IPC channel when it is ready (the server `{ port, address, operatorUrl, bridgeToken }`, the bridge
 * `{ mqttPort }`), and ends when that channel closes, so both end even if this process is killed. This process does the
 * same if it is spawned with a channel; it sends `{ port, operatorUrl, mqttPort }`.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { toString } from "qrcode";

const USAGE = `Starts a server and a bridge. Ctrl-C stops both.

usage: npm start

Settings are environment variables, all optional. The most common:
  PORT         where the server listens; default 2567
  HOST         at which address; default: all
  OPERATOR_PORT  where its listener for operators and bridges listens, on this machine alone; default one above PORT
  MQTT_PORT    where the bridge's broker for temples listens; default 1883
  MQTT_URL     a broker of your own instead
  DATA_DIR     where the server stores its data; default ./data
  LOG_LEVEL    trace to fatal, silent; default info
README.md, "Environment", has all of them.`;

/** ms that a process has to end before it is killed. */
const STOP_TIMEOUT = 25_000;

/** MB for new objects. With Node's default of 16 a server holds 30 MB more and is no faster. */
const SMALL_SEMI_SPACE = "--max-semi-space-size=4";

parseCommandLine();

const { HOST = "", MQTT_HOST, MQTT_URL, OPERATOR_URL } = process.env;
const serverHost = ["", "0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : formatHost(HOST);

/** In the order in which they were started. */
const running = [];
let isStopping = false;

process.on("SIGINT", onSignal);
process.on("SIGTERM", onSignal);
process.on("disconnect", stop);

run("server", {}, ({ port, address, operatorUrl, bridgeToken }) => {
  // A certificate is valid for a name that this process does not know.
  const hasName = operatorUrl.startsWith("https:") && OPERATOR_URL;
  const environment = { OPERATOR_URL: hasName ? OPERATOR_URL : operatorUrl, BRIDGE_TOKEN: bridgeToken };
  run("bridge", environment, ({ mqttPort }) => {
    const page = `http://${serverHost === "127.0.0.1" ? "localhost" : serverHost}:${port}`;
    const broker = MQTT_URL
      ? "the broker of MQTT_URL"
      : `mqtt://${formatHost(MQTT_HOST || "127.0.0.1")}:${mqttPort}`;
    console.log(`Flower War is open at ${page}, for temples at ${broker}. Ctrl-C closes it.`);
    if (address !== null) void invite(address);
    console.log(`The operator's page is at ${environment.OPERATOR_URL}`);
    process.send?.({ port, operatorUrl, mqttPort });
  });
});

/**
 * Prints where others on the same network play, in a terminal also as a QR code.
 * @param {string} address
 */
async function invite(address) {
  console.log(`Others on your network play at ${address}`);
  if (process.stdout.isTTY) console.log(await toString(address, { type: "terminal", small: true }));
}

/** Prints the usage and exits, if the command line asks for it or is wrong. */
function parseCommandLine() {
  try {
    const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
    if (!values.help) return;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    // parseArgs adds advice after its first sentence.
    console.error(`${error.message.split(". ")[0]}.\n\n${USAGE}`);
    process.exit(2);
  }
}

/**
 * Returns an address as URLs have it: IPv6 in brackets.
 * @param {string} host
 */
function formatHost(host) {
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Starts `<name>/src/main.ts`. If it ends by itself, everything is stopped.
 * @param {string} name
 * @param {Record<string, string>} environment added to this process' own
 * @param {(message: any) => void} onReady called with its first message
 */
function run(name, environment, onReady) {
  const child = fork(fileURLToPath(new URL(`${name}/src/main.ts`, import.meta.url)), {
    execArgv: ["--conditions=@flower-war/source", SMALL_SEMI_SPACE],
    env: { ...process.env, ...environment },
    // A process group of its own: a terminal sends Ctrl-C to our whole group, but we stop the processes in order.
    detached: true,
  });
  running.push(child);
  let isReady = false;
  child.once("message", (message) => {
    isReady = true;
    if (!isStopping) onReady(message);
  });
  // A process that closes its channel is about to end.
  child.once("disconnect", () => setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT).unref());
  child.once("error", ({ message }) => onEnd(`could not be started: ${message}`));
  // A process that ends before it is ready has printed the reason itself.
  child.once("exit", (code, signal) =>
    onEnd(isReady || signal ? `ended by ${signal ?? `itself: ${code}`}` : null),
  );

  /** @param {string | null} how how it ended; `null`: print nothing */
  function onEnd(how) {
    if (!running.includes(child)) return;
    running.splice(running.indexOf(child), 1);
    if (!isStopping) {
      process.exitCode = 1;
      if (how) console.error(`The ${name} ${how}. Flower War is closed.`);
    }
    if (running.length === 0) process.exit();
    if (isStopping) running.at(-1).kill();
    else stop();
  }
}

/** Stops the processes; at the second signal kills them. */
function onSignal() {
  if (isStopping) killAll();
  else stop();
}

/** Stops the processes one after the other, the last one first: the bridge signs off from the server. */
function stop() {
  if (isStopping) return;
  isStopping = true;
  running.at(-1)?.kill();
  setTimeout(killAll, STOP_TIMEOUT).unref();
}

function killAll() {
  process.exitCode = 1;
  for (const child of running) child.kill("SIGKILL");
}
