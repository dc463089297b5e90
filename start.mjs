/**
 * `npm start`: a whole Flower War host, server and bridge as two processes that live and die together.
 *
 * Each tells over its IPC channel when it is ready (the server `{ port, bridgeToken }`, the bridge `{ mqttPort }`), and
 * stops when that channel closes: so nothing stays behind even if this process is killed. Spawned with a channel of its
 * own, this process does the same: it tells `{ port, mqttPort }`.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How long a process may take to stop, in ms, before it is killed. */
const PATIENCE = 10_000;

const { HOST, MQTT_HOST = "127.0.0.1", MQTT_URL } = process.env;
const running = new Set();
let stopping = false;

process.on("SIGINT", onSignal);
process.on("SIGTERM", onSignal);
process.on("disconnect", () => stop("SIGTERM"));

run("server", {}, ({ port, bridgeToken }) => {
  const host = !HOST || HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  const bridge = { SERVER_URL: `http://${host}:${port}`, BRIDGE_TOKEN: bridgeToken };
  run("bridge", bridge, ({ mqttPort }) => {
    const page = `http://${host === "127.0.0.1" ? "localhost" : host}:${port}`;
    const broker = MQTT_URL ? "the broker of MQTT_URL" : `mqtt://${MQTT_HOST}:${mqttPort}`;
    console.log(`Flower War is open at ${page}, for temples at ${broker}; Ctrl-C closes it.`);
    process.send?.({ port, mqttPort });
  });
});

/**
 * Starts `<name>/src/main.ts`. If it ends by itself, everything ends.
 * @param {string} name
 * @param {Record<string, string>} environment added to our own
 * @param {(message: any) => void} onReady called with its first message
 */
function run(name, environment, onReady) {
  const child = fork(fileURLToPath(new URL(`${name}/src/main.ts`, import.meta.url)), {
    execArgv: ["--conditions=development"],
    env: { ...process.env, ...environment },
    // A group of its own: a terminal's Ctrl-C goes to the whole group, and would then reach it twice.
    detached: true,
  });
  let ready = false;
  running.add(child);
  child.once("message", (message) => {
    ready = true;
    if (!stopping) onReady(message);
  });
  child.once("error", (error) => onEnd(`could not be started: ${error.message}`));
  child.once("exit", (code, signal) => onEnd(signal ? `was ended by ${signal}` : `ended with code ${code}`));

  function onEnd(how) {
    if (!running.delete(child)) return;
    if (!stopping) {
      // One that fails on its way says why itself.
      if (ready || !how.startsWith("ended")) console.error(`The ${name} ${how}, so Flower War is closed.`);
      process.exitCode = 1;
      stop("SIGTERM");
    }
    if (running.size === 0) process.exit();
  }
}

function onSignal(signal) {
  if (stopping) killAll();
  else stop(signal);
}

function stop(signal) {
  if (stopping) return;
  stopping = true;
  for (const child of running) child.kill(signal);
  setTimeout(killAll, PATIENCE).unref();
}

function killAll() {
  for (const child of running) child.kill("SIGKILL");
}
