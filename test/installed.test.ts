/** What `flower-war install` writes: checked by systemd's own programs, run as it says, and, where one can boot, run by a systemd. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { flowerWar } from "../cli/test/support/run.ts";
import { endProcess, freePort, hasExited, lacks, programPath } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

const SERVICES = ["server", "bridge"] as const;
const DATA = "/var/lib/flower-war";
/** systemd's measure of what a service could do, from 0 to 100. From 20 on it calls a service worse than OK in its table of a system. */
const MOST_EXPOSED = "20";

const run = promisify(execFile);

test.each([
  ["--root", "/no/such/folder", "error: option '--root <dir>' argument '/no/such/folder' is invalid."],
  ["--game", "/no/such/game", "There is no game /no/such/game.\n"],
])("install with a %s that is not there: one sentence, and exit code 2", async (option, path, sentence) => {
  const { exitCode, stdout, stderr } = await flowerWar(["install", option, path]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain(sentence);
});

/** Writes the files of an installation into a folder. */
async function stage() {
  const root = makeTempFolder();
  expect(await flowerWar(["install", "--yes", "--root", root])).toMatchObject({ exitCode: 0, stderr: "" });
  return {
    root,
    unit: (service: string) => join(root, `etc/systemd/system/flower-war-${service}.service`),
    settings: (service: string) => join(root, `etc/flower-war/${service}.env`),
  };
}

test.skipIf(lacks("systemd-analyze"))(
  "systemd finds no fault in the units, and little that they may do",
  async () => {
    const { unit } = await stage();
    const units = SERVICES.map(unit);
    const analyze = (...args: readonly string[]) => run(programPath("systemd-analyze"), [...args, ...units]);
    expect(await analyze("verify")).toEqual({ stdout: "", stderr: "" });
    await analyze("security", "--offline=true", `--threshold=${MOST_EXPOSED}`, "--no-pager");
  },
);

test("server and bridge run as their units say, and end by systemd's signal", async () => {
  const { root, unit, settings } = await stage();
  mkdirSync(root + DATA, { recursive: true });
  const [port, mqttPort] = [await freePort(), await freePort()];
  const ports = {
    server: `PORT=${port}\nOPERATOR_PORT=${port + 1}\nHOST=127.0.0.1\n`,
    bridge: `OPERATOR_URL=http://localhost:${port + 1}\nMQTT_PORT=${mqttPort}\n`,
  };
  for (const service of SERVICES) {
    const own = readFileSync(settings(service), "utf8");
    writeFileSync(settings(service), own + ports[service]);
  }
  const start = (service: (typeof SERVICES)[number]) => {
    const text = readFileSync(unit(service), "utf8");
    const valuesOf = (name: string) =>
      [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
    const [program = "", ...args] = (valuesOf("ExecStart")[0] ?? "").split(" ");
    const inRoot = (value: string) => value.replace(/=\/var\//, `=${root}/var/`);
    const environment = valuesOf("Environment").flatMap((line) => line.split(" ").map(inRoot));
    const read = valuesOf("EnvironmentFile").map((file) => readFileSync(root + file, "utf8"));
    const env = parseEnv([...environment, ...read].join("\n"));
    const child = spawn(program, args, { cwd: root + DATA, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    onTestFinished(() => void child.kill("SIGKILL"));
    const says = (line: string) =>
      until(() => output.includes(line) || hasExited(child), `${service}: ${line}`);
    return { child, says, read: () => output };
  };
  const server = start("server");
  await server.says('"msg":"listening"');
  expect(server.read()).toContain('"msg":"listening"');
  const bridge = start("bridge");
  await bridge.says("connected to the match server");
  expect(bridge.read()).toContain("connected to the match server");
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect(await endProcess(bridge.child, "SIGTERM")).toBe(0);
  expect(await endProcess(server.child, "SIGTERM")).toBe(0);
});

const BOOT = join(ROOT, "test/support/systemd-machine.sh");
const NAMESPACES = ["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc"];

/** Whether a systemd can boot here: for root, on a machine that lets it mount. */
function canBoot(): boolean {
  if (process.getuid?.() !== 0 || lacks("systemd-nspawn")) return false;
  const { status } = spawnSync("unshare", [...NAMESPACES, "bash", BOOT]);
  if (status !== 0) console.warn("No systemd can boot here, so none runs the units.");
  return status === 0;
}

/** Runs a script as root on a machine with a systemd. Resolves with what reads its files in /results. */
async function runInside(script: string) {
  const results = makeTempFolder();
  const file = join(makeTempFolder(), "script");
  writeFileSync(file, script);
  const boot = ["bash", BOOT, ROOT, results, file];
  const { stdout } = await run("unshare", [...NAMESPACES, ...boot], { timeout: 280_000 });
  return (name: string) => {
    const path = join(results, name);
    return existsSync(path) ? readFileSync(path, "utf8") : `no ${name}: ${stdout}`;
  };
}

if (canBoot())
  test("a systemd runs both, starts again what is killed, and keeps the data", async () => {
    const result = await runInside(`
PATH=/opt/flower-war/node_modules/.bin:$PATH
cd /opt/flower-war
flower-war install --yes > /results/installed 2>&1
flower-war install --yes --json > /results/again 2>&1
set -a; . /etc/flower-war/server.env
flower-war temple add sun-temple --broker mqtt://play.example:1883 > /results/enrolled 2>&1
systemctl show flower-war-server flower-war-bridge --property=ActiveState,NRestarts > /results/running
stat -c '%U %a' /var/lib/flower-war /var/lib/flower-war/flower-war.db > /results/data
pid=$(systemctl show flower-war-server --property=MainPID --value)
grep -E '^(CapEff|NoNewPrivs|Seccomp):' /proc/$pid/status > /results/process
ps -o user= -p $(systemctl show flower-war-bridge --property=MainPID --value) > /results/user
kill -9 $pid
until flower-war temple list > /results/temples 2>&1; do sleep 0.2; done
systemctl show flower-war-server --property=ActiveState,NRestarts > /results/restarted
systemctl stop flower-war-server
systemctl show flower-war-server --property=Result,ExecMainStatus > /results/stopped
flower-war uninstall --yes > /results/uninstalled 2>&1
systemctl is-active flower-war-server flower-war-bridge > /results/left
ls -d /etc/systemd/system/flower-war* /var/cache/flower-war* /etc/flower-war/*.env /var/lib/flower-war/*.db >> /results/left 2>/dev/null`);
    expect(result("installed")).toMatch(/^ran: useradd [^]*\nran: systemctl restart /);
    expect(JSON.parse(result("again"))).toMatchObject({ done: true, steps: [] });
    expect(result("enrolled")).toContain("sun-temple");
    expect(result("running").trim().split(/\n+/)).toEqual([
      "NRestarts=0",
      "ActiveState=active",
      "NRestarts=0",
      "ActiveState=active",
    ]);
    expect(result("data")).toBe("flower-war 700\nflower-war 600\n");
    expect(result("process")).toBe("CapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n");
    expect(result("user").trim()).not.toMatch(/^(root|flower-war)$/);
    expect(result("temples")).toContain("sun-temple");
    expect(result("restarted")).toBe("NRestarts=1\nActiveState=active\n");
    expect(result("stopped")).toBe("Result=success\nExecMainStatus=0\n");
    expect(result("uninstalled")).toContain("\n  rm -r /var/lib/flower-war\n");
    expect(result("left")).toBe(
      "inactive\ninactive\n/etc/flower-war/bridge.env\n/etc/flower-war/server.env\n/var/lib/flower-war/flower-war.db\n",
    );
  });
