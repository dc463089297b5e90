/**
 * `npm start`: a whole Flower War host, server and bridge as two processes that live and die together.
 *
 * Each tells over its IPC channel when it is ready (the server `{ port, bridgeToken }`, the bridge `{ mqttPort }`), and
 * ends when that channel closes: nothing stays behind even if this process is killed. Spawned with a channel of its own,
 * this process does the same; it tells `{ port, mqttPort }`.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How long they may take to end, in ms, before they are killed. */
const PATIENCE = 25_000;

/** MB in which new objects are made: with 16, as Node has it, a server holds 30 MB more and is no faster. */
const SMALL_NURSERY = "--max-semi-space-size=4";

const { HOST = "", MQTT_HOST, MQTT_URL } = process.env;
const here = ["", "0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : inUrl(HOST);

/** In the order in which they were started. */
const running = [];
let stopping = false;

process.on("SIGINT", onSignal);
process.on("SIGTERM", onSignal);
process.on("disconnect", stop);

run("server", {}, ({ port, bridgeToken }) => {
  const environment = { SERVER_URL: `http://${here}:${port}`, BRIDGE_TOKEN: bridgeToken };
  run("bridge", environment, ({ mqttPort }) => {
    const page = `http://${here === "127.0.0.1" ? "localhost" : here}:${port}`;
    const broker = MQTT_URL
      ? "the broker of MQTT_URL"
      : `mqtt://${inUrl(MQTT_HOST || "127.0.0.1")}:${mqttPort}`;
    console.log(`Flower War is open at ${page}, for temples at ${broker}. Ctrl-C closes it.`);
    process.send?.({ port, mqttPort });
  });
});

/**
 * An address as a URL has it: one of IPv6 in brackets.
 * @param {string} host
 */
function inUrl(host) {
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Starts `<name>/src/main.ts`. If it ends by itself, everything ends.
 * @param {string} name
 * @param {Record<string, string>} environment added to our own
 * @param {(message: any) => void} onReady called with its first message
 */
function run(name, environment, onReady) {
  const child = fork(fileURLToPath(new URL(`${name}/src/main.ts`, import.meta.url)), {
    execArgv: ["--conditions=@flower-war/source", SMALL_NURSERY],
    env: { ...process.env, ...environment },
    // A group of its own: a terminal sends Ctrl-C to our whole group, and it is for us to pass it on.
    detached: true,
  });
  running.push(child);
  let ready = false;
  child.once("message", (message) => {
    ready = true;
    if (!stopping) onReady(message);
  });
  // Who closes the channel is about to end.
  child.once("disconnect", () => setTimeout(() => child.kill("SIGKILL"), PATIENCE).unref());
  child.once("error", ({ message }) => onEnd(`could not be started: ${message}`));
  // One that gives up on its way says why itself.
  child.once("exit", (code, signal) =>
    onEnd(ready || signal ? `ended by ${signal ?? `itself: ${code}`}` : null),
  );

  /** @param {string | null} how what is to be said of it */
  function onEnd(how) {
    if (!running.includes(child)) return;
    running.splice(running.indexOf(child), 1);
    if (!stopping) {
      process.exitCode = 1;
      if (how) console.error(`The ${name} ${how}. Flower War is closed.`);
    }
    if (running.length === 0) process.exit();
    if (stopping) running.at(-1).kill();
    else stop();
  }
}

function onSignal() {
  if (stopping) killAll();
  else stop();
}

/** Ends them one after the other, the last first: the bridge takes leave of the server. */
function stop() {
  if (stopping) return;
  stopping = true;
  running.at(-1)?.kill();
  setTimeout(killAll, PATIENCE).unref();
}

function killAll() {
  process.exitCode = 1;
  for (const child of running) child.kill("SIGKILL");
}
