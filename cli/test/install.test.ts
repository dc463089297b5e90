/** `flower-war install` and `uninstall` on a machine in a folder. test/installed.test.ts runs what they write. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { systemRandom } from "@flower-war/protocol/ports";
import { describe, expect, test } from "vitest";
import { makeTempFolder } from "../../test/support/temp-folder.ts";
import { Failure } from "../src/failure.ts";
import { install, type InstallOptions, uninstall } from "../src/install/command.ts";
import type { Command, Machine, Outcome } from "../src/install/machine.ts";
import type { Programs } from "../src/install/units.ts";

const SERVER = "/etc/systemd/system/flower-war-server.service";
const BRIDGE = "/etc/systemd/system/flower-war-bridge.service";
const [SERVER_ENV, BRIDGE_ENV] = ["/etc/flower-war/server.env", "/etc/flower-war/bridge.env"];
const DATA = "/var/lib/flower-war";

/** Programs of the system, which every user may run. */
const PROGRAMS: Programs = {
  node: "/bin/sh",
  server: { file: "/bin/true", options: ["--conditions=@flower-war/source"] },
  bridge: { file: "/bin/false", options: [] },
  games: [],
};

const USERADD =
  "useradd --system --user-group --home-dir /var/lib/flower-war --no-create-home --shell /usr/sbin/nologin flower-war";
const MAKE = "install -d -o flower-war -g flower-war -m 700 /var/lib/flower-war";
const RELOAD = "systemctl daemon-reload";
const ENABLE = "systemctl enable flower-war-server flower-war-bridge";
const RESTART = "systemctl restart flower-war-server flower-war-bridge";

const [CADDYFILE, SITE] = ["/etc/caddy/Caddyfile", "/etc/caddy/flower-war.caddy"];
const PORTS_OF_CADDY = [80, 443, 8443];
/** What Debian's package has there. */
const WELCOME = ":80 {\n\troot * /usr/share/caddy\n\tfile_server\n}\n";
const RELOAD_CADDY = "systemctl reload-or-restart caddy";

class FakeMachine implements Machine {
  readonly root = makeTempFolder();
  isStaged = false;
  isAdmin = true;
  hasServerNode = true;
  readonly memory = 4 * 2 ** 30;
  readonly random = systemRandom;
  systemd = 252;
  /** Ports at which another program listens. */
  readonly taken = new Set<number>();
  readonly enabled = new Set<string>();
  readonly active = new Set<string>();
  /** Services that end at once, by their last lines. */
  readonly ending = new Map<string, string>();
  /** Commands that changed something. */
  ran: string[] = [];
  #paused = 0;

  constructor() {
    this.write("/run/systemd/system/.there", "");
    this.write("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\n");
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.root + path), { recursive: true });
    writeFileSync(this.root + path, text);
  }

  read = (path: string): string => readFileSync(this.root + path, "utf8");
  has = (path: string): boolean => existsSync(this.root + path);
  modeOf = (path: string): string => (statSync(this.root + path).mode & 0o777).toString(8);
  /** All files, with what is in them. */
  files = (): Record<string, string> =>
    Object.fromEntries(
      globSync("**/*", { cwd: this.root })
        .filter((path) => statSync(join(this.root, path)).isFile())
        .map((path) => [path, readFileSync(join(this.root, path), "utf8")]),
    );

  run = (...command: Command): Outcome => {
    const line = command.join(" ");
    const [, verb = "", ...rest] = command;
    const service = rest.at(-1) ?? "";
    const answer = (is: boolean, stdout = ""): Outcome => ({ code: is ? 0 : 1, stdout, stderr: "" });
    if (verb === "--version") return answer(true, `systemd ${this.systemd} (${this.systemd}.1)\n+PAM\n`);
    if (verb === "is-enabled") return answer(this.enabled.has(service));
    if (verb === "is-active") return answer(this.active.has(service));
    if (verb === "show")
      return answer(true, `ActiveState=active\nNRestarts=${Number(this.ending.has(rest[0] ?? ""))}\n`);
    if (command[0] === "journalctl") return answer(true, this.ending.get(rest[0] ?? ""));
    this.ran.push(line);
    if (command[0] === "useradd")
      appendFileSync(
        `${this.root}/etc/passwd`,
        `flower-war:x:${process.getuid?.()}:995::${DATA}:/bin/false\n`,
      );
    if (command[0] === "chmod") chmodSync(this.root + (rest[0] ?? ""), Number.parseInt(verb, 8));
    if (command[0] === "install") {
      mkdirSync(this.root + DATA, { recursive: true });
      chmodSync(this.root + DATA, 0o700);
    }
    for (const name of rest) {
      if (verb === "enable") this.enabled.add(name);
      if (verb === "restart" || verb === "reload-or-restart") this.active.add(name);
      if (verb === "disable") this.active.delete(name);
    }
    return answer(true);
  };

  isListening = (_host: string, port: number): Promise<boolean> =>
    Promise.resolve(
      this.taken.has(port) ||
        (PORTS_OF_CADDY.includes(port) ? this.active.has("caddy") : this.active.has("flower-war-bridge")),
    );
  isAnswering = (url: string): Promise<boolean> => Promise.resolve(url === "http://127.0.0.1:2567/readyz");
  pause = (): Promise<void> => {
    this.#paused += 1;
    return this.#paused > 1000 ? Promise.reject(new Error("paused without end")) : Promise.resolve();
  };
}

const installs = (machine: FakeMachine, options: InstallOptions = { yes: true }, programs = PROGRAMS) =>
  install(machine, programs, options);

/** Installs; returns the sentence that says why that failed. */
const refusal = (machine: FakeMachine, options: InstallOptions = { yes: true }, programs = PROGRAMS) =>
  installs(machine, options, programs).then(
    () => "installed",
    (error: unknown) => {
      expect(error).toBeInstanceOf(Failure);
      expect((error as Failure).exitCode).toBe(1);
      return (error as Failure).message;
    },
  );

async function installed(): Promise<FakeMachine> {
  const machine = new FakeMachine();
  await installs(machine);
  machine.ran = [];
  return machine;
}

describe("install", () => {
  test("shows each file, user and command without --yes, and no secret, and changes nothing", async () => {
    const machine = new FakeMachine();
    const before = machine.files();
    const shown = await installs(machine, {});
    expect(machine.files()).toEqual(before);
    expect(machine.ran).toEqual([]);
    for (const path of [SERVER_ENV, BRIDGE_ENV]) expect(shown).toContain(`would write: ${path} (600)\n`);
    for (const path of [SERVER, BRIDGE]) expect(shown).toContain(`would write: ${path} (644)\n`);
    const commands = [...shown.matchAll(/^would run: (.*)$/gm)].map(([, command]) => command);
    expect(commands).toEqual([USERADD, MAKE, RELOAD, ENABLE, RESTART]);
    expect(shown).toContain("    AUTH_SECRET=(secret)\n");
    expect(shown).not.toMatch(/=[0-9a-f]{48}\n/);
    expect(shown).toContain("    ProtectSystem=strict\n");
    expect(shown).toMatch(/\nNothing was changed\. Add --yes to do it\.\n$/);
  });

  test("does that with --yes: secrets are new, and only root can read them", async () => {
    const machine = new FakeMachine();
    const said = await installs(machine);
    expect(machine.ran).toEqual([USERADD, MAKE, RELOAD, ENABLE, RESTART]);
    const server = parseEnv(machine.read(SERVER_ENV));
    const bridge = parseEnv(machine.read(BRIDGE_ENV));
    const { AUTH_SECRET, BRIDGE_TOKEN, ADMIN_PASSWORD } = server;
    expect(new Set([AUTH_SECRET, BRIDGE_TOKEN, ADMIN_PASSWORD]).size).toBe(3);
    expect(AUTH_SECRET).toMatch(/^[0-9a-f]{48}$/);
    expect(bridge).toMatchObject({ BRIDGE_TOKEN, OPERATOR_URL: "http://localhost:2568" });
    expect(Object.keys(bridge)).not.toContain("AUTH_SECRET");
    expect([SERVER_ENV, BRIDGE_ENV, SERVER, BRIDGE].map(machine.modeOf)).toEqual([
      "600",
      "600",
      "644",
      "644",
    ]);
    expect(machine.read(SERVER)).toContain(
      "\nExecStart=/bin/sh --max-semi-space-size=32 --disable-warning=ExperimentalWarning --conditions=@flower-war/source /bin/true\n",
    );
    expect(machine.read(SERVER)).toContain("\nUser=flower-war\n");
    expect(machine.read(BRIDGE)).toContain("\nDynamicUser=yes\n");
    expect(said).toContain(`wrote: ${SERVER} (644)\n`);
    expect(said).not.toContain(AUTH_SECRET);
  });

  test("changes nothing the second time", async () => {
    const machine = await installed();
    const before = machine.files();
    const said = await installs(machine);
    expect(machine.ran).toEqual([]);
    expect(machine.files()).toEqual(before);
    const unchanged = [...said.matchAll(/^unchanged: (.*)$/gm)].map(([, path]) => path);
    expect(unchanged).toEqual([SERVER_ENV, BRIDGE_ENV, SERVER, BRIDGE, DATA]);
    expect(await installs(machine, {})).toContain("There is nothing to do.");
  });

  test("changes only what differs: a unit for another Node, a service that is stopped", async () => {
    const machine = await installed();
    const games = ["/bin/ls", "/bin/cat"];
    await installs(machine, { yes: true }, { ...PROGRAMS, games });
    expect(machine.ran).toEqual([RELOAD, "systemctl restart flower-war-server"]);
    expect(machine.read(SERVER)).toContain(" /bin/true --game /bin/ls --game /bin/cat\n");
    machine.ran = [];
    machine.active.delete("flower-war-bridge");
    await installs(machine, { yes: true }, { ...PROGRAMS, games });
    expect(machine.ran).toEqual(["systemctl restart flower-war-bridge"]);
  });

  test("keeps settings that are there, and adds what is missing to them", async () => {
    const machine = new FakeMachine();
    const mine = "AUTH_SECRET='my own'\nBRIDGE_TOKEN=my-token\nPORT=8080\nHOST=127.0.0.1\n";
    machine.write(SERVER_ENV, mine);
    const said = installs(machine, {});
    expect(await said).toContain("8080/tcp  for players of this machine: close it\n");
    machine.isAnswering = (url) => Promise.resolve(url === "http://127.0.0.1:8080/readyz");
    await installs(machine);
    expect(machine.ran).toContain(`chmod 600 ${SERVER_ENV}`);
    expect([machine.read(SERVER_ENV), machine.modeOf(SERVER_ENV)]).toEqual([mine, "600"]);
    expect(parseEnv(machine.read(BRIDGE_ENV))).toMatchObject({
      BRIDGE_TOKEN: "my-token",
      OPERATOR_URL: "http://localhost:8081",
    });
  });

  test("takes the data and the secrets of a host that ran before", async () => {
    const machine = new FakeMachine();
    const stored = { "auth-secret": "old-auth", "bridge-token": "old-bridge", "admin-password": "old-admin" };
    for (const [name, secret] of Object.entries(stored)) machine.write(`${DATA}/${name}`, `${secret}\n`);
    await installs(machine);
    expect(machine.ran.slice(0, 3)).toEqual([
      USERADD,
      MAKE,
      "chown -R -h flower-war:flower-war /var/lib/flower-war/",
    ]);
    expect(parseEnv(machine.read(SERVER_ENV))).toMatchObject({
      AUTH_SECRET: "old-auth",
      BRIDGE_TOKEN: "old-bridge",
      ADMIN_PASSWORD: "old-admin",
    });
  });

  test("waits longer from try to try, where systemd can", async () => {
    const machine = new FakeMachine();
    machine.systemd = 254;
    await installs(machine);
    expect(machine.read(SERVER)).toContain("\nRestartSec=1\nRestartSteps=6\nRestartMaxDelaySec=30\n");
    expect((await installed()).read(SERVER)).toContain("\nRestartSec=3\nLimitNOFILE");
  });

  test("quotes what systemd would read otherwise", async () => {
    const machine = new FakeMachine();
    const game = join(makeTempFolder(), `a 100% "game" of $5`);
    machine.isStaged = true;
    await installs(machine, { yes: true }, { ...PROGRAMS, games: [game] });
    expect(machine.read(SERVER)).toContain(`/a 100%% \\"game\\" of $$5"\n`);
  });

  test("prints JSON without secrets", async () => {
    const machine = new FakeMachine();
    const shown = JSON.parse(await installs(machine, { json: true })) as Record<string, unknown>;
    expect(Object.keys(shown)).toEqual(["done", "steps", "unchanged", "later", "ports"]);
    expect(shown).toMatchObject({ done: false, unchanged: [], later: [] });
    const text = expect.stringContaining("AUTH_SECRET=(secret)");
    expect(shown["steps"]).toContainEqual({ do: "write", path: SERVER_ENV, mode: "600", text });
    expect(shown["steps"]).toContainEqual({ do: "run", command: RELOAD.split(" ") });
    expect(shown["ports"]).toContainEqual(
      expect.objectContaining({ port: 2567, for: "players", isOpen: true }),
    );
    expect(JSON.parse(await installs(machine, { yes: true, json: true }))).toMatchObject({ done: true });
  });

  test("says which ports to open: those of the settings", async () => {
    const machine = await installed();
    machine.write(
      BRIDGE_ENV,
      `${machine.read(BRIDGE_ENV)}MQTT_HOST=0.0.0.0\nMQTT_TLS_DIR=/etc/flower-war/tls\n`,
    );
    const shown = await installs(machine, {});
    for (const port of [2567, 1883, 8883])
      expect(shown).toContain(
        `ufw allow ${port}/tcp, or nft add rule inet filter input tcp dport ${port} accept\n`,
      );
    expect(shown).toContain("2568/tcp  for operators: close it to the internet\n");
  });
});

describe("install with PUBLIC_URL=https://play.example", () => {
  /** A machine with Caddy, on which Flower War is installed, and its `PUBLIC_URL` set then. */
  async function withName(url = "https://play.example"): Promise<FakeMachine> {
    const machine = await installed();
    machine.write("/usr/bin/caddy", "");
    machine.write(CADDYFILE, WELCOME);
    machine.write(SERVER_ENV, `${machine.read(SERVER_ENV)}PUBLIC_URL=${url}\n`);
    return machine;
  }

  test("puts Caddy in front of the server, which listens on this machine alone then; shows it all before", async () => {
    const machine = await withName();
    const before = machine.files();
    const shown = await installs(machine, {});
    expect([machine.files(), machine.ran]).toEqual([before, []]);
    for (const path of [SITE, CADDYFILE]) expect(shown).toContain(`would write: ${path} (644)\n`);
    expect(shown).toContain("    \treverse_proxy 127.0.0.1:2567 {\n");
    await installs(machine);
    expect(machine.ran).toEqual([
      RELOAD,
      "systemctl restart flower-war-server",
      "systemctl enable caddy",
      RELOAD_CADDY,
    ]);
    expect(machine.read(CADDYFILE)).toBe(`${WELCOME}\nimport flower-war.caddy\n`);
    expect(machine.read(SITE)).toContain("\nhttps://play.example {\n");
    expect(machine.read(SERVER)).toContain("\nEnvironment=HOST=127.0.0.1\n");
  });

  test("says that 80 and 443 must be open, and the server's port closed; a second run has nothing to do", async () => {
    const machine = await withName();
    const said = await installs(machine);
    for (const port of [80, 443])
      expect(said).toContain(`for players: ufw allow ${port}/tcp, or nft add rule`);
    expect(said).toContain("2567/tcp  for players of this machine: close it\n");
    machine.ran = [];
    expect(JSON.parse(await installs(machine, { yes: true, json: true }))).toMatchObject({
      steps: [],
      unchanged: expect.arrayContaining([SITE, CADDYFILE]),
    });
    expect(machine.ran).toEqual([]);
  });

  test("follows the port of PUBLIC_URL, and HOST and PORT of the server", async () => {
    const machine = await withName("https://play.example:8443");
    machine.write(SERVER_ENV, `${machine.read(SERVER_ENV)}PORT=8080\nHOST=192.0.2.7\n`);
    const shown = await installs(machine, {});
    expect(shown).toContain("    https://play.example:8443 {\n");
    expect(shown).toContain("    \treverse_proxy 192.0.2.7:8080 {\n");
    expect(shown).toContain("ufw allow 8443/tcp");
  });

  test("takes the server out of Caddy with TLS=off, and by uninstall; the rest of its file stays", async () => {
    for (const remove of [
      async (machine: FakeMachine) => {
        machine.write(SERVER_ENV, `${machine.read(SERVER_ENV)}TLS=off\n`);
        await installs(machine);
        expect(machine.read(SERVER)).not.toContain("HOST=");
      },
      (machine: FakeMachine) => Promise.resolve(void uninstall(machine, { yes: true })),
    ]) {
      const machine = await withName();
      await installs(machine);
      await remove(machine);
      expect([machine.read(CADDYFILE), machine.has(SITE)]).toEqual([WELCOME, false]);
      expect(machine.ran.at(-1)).toBe("systemctl try-reload-or-restart caddy");
    }
  });

  test.each([
    ["an empty", "", ""],
    ["no", null, ""],
    ["one that begins with the import as", "import flower-war.caddy\n:80 {\n}\n", ":80 {\n}\n"],
  ])("leaves no import of a file that is gone in %s Caddyfile", async (_what, caddyfile, left) => {
    const machine = await withName();
    if (caddyfile === null) rmSync(machine.root + CADDYFILE);
    else machine.write(CADDYFILE, caddyfile);
    await installs(machine);
    expect(machine.read(CADDYFILE).match(/^import flower-war\.caddy$/gm)).toHaveLength(1);
    uninstall(machine, { yes: true });
    expect([machine.read(CADDYFILE), machine.has(SITE)]).toEqual([left, false]);
  });

  test.each([
    [
      "no-caddy",
      (machine: FakeMachine) => rmSync(`${machine.root}/usr/bin/caddy`),
      "apt-get install caddy; or set TLS=off",
    ],
    [
      "port-in-use",
      (machine: FakeMachine) => machine.taken.add(443),
      "another program listens at port 443, which Caddy needs",
    ],
    [
      "name-served",
      (machine: FakeMachine) => machine.write(CADDYFILE, "play.example {\n}\n"),
      "/etc/caddy/Caddyfile serves play.example itself",
    ],
    [
      "tls-unknown",
      (machine: FakeMachine) => machine.write(SERVER_ENV, `${machine.read(SERVER_ENV)}TLS=on\n`),
      "TLS=on in /etc/flower-war/server.env: leave it out",
    ],
    [
      "name-not-public",
      (machine: FakeMachine) =>
        machine.write(SERVER_ENV, `${machine.read(SERVER_ENV)}PUBLIC_URL=https://192.0.2.1\n`),
      "no CA gives a certificate for PUBLIC_URL=https://192.0.2.1 in",
    ],
  ] as const)("%s: is refused, and changes nothing", async (code, spoil, sentence) => {
    const machine = await withName();
    spoil(machine);
    const before = machine.files();
    const said = await refusal(machine);
    expect(said).toContain(`Nothing was changed (${code}): `);
    expect(said).toContain(sentence);
    expect([machine.ran, machine.files()]).toEqual([[], before]);
  });
});

describe("install --root", () => {
  test("writes the files below the folder, and says what is left to do there", async () => {
    const machine = new FakeMachine();
    machine.isStaged = true;
    const said = await installs(machine);
    expect(machine.ran).toEqual([]);
    for (const path of [SERVER_ENV, BRIDGE_ENV, SERVER, BRIDGE]) expect(machine.has(path)).toBe(true);
    const left = [USERADD, MAKE, RELOAD, ENABLE, RESTART].map((command) => `  ${command}\n`).join("");
    expect(said).toContain(`Left to do on that machine:\n${left}`);
  });
});

describe("install is refused, and changes nothing", () => {
  const REFUSED: readonly (readonly [string, (machine: FakeMachine) => void, string])[] = [
    ["not-root", (machine) => (machine.isAdmin = false), "run it as root, with sudo."],
    ["old-node", (machine) => (machine.hasServerNode = false), "a server needs Node 24; this is "],
    [
      "port-in-use",
      (machine) => machine.taken.add(1883),
      "another program listens at port 1883, `npm start` for instance: stop it, or set another port in /etc/flower-war/bridge.env.",
    ],
    [
      "settings-incomplete",
      (machine) => machine.write(SERVER_ENV, "BRIDGE_TOKEN=my-token\n"),
      "/etc/flower-war/server.env has no AUTH_SECRET: add it.",
    ],
    [
      "token-differs",
      (machine) => {
        machine.write(SERVER_ENV, "AUTH_SECRET=a\nBRIDGE_TOKEN=b\n");
        machine.write(BRIDGE_ENV, "BRIDGE_TOKEN=c\n");
      },
      "/etc/flower-war/server.env and /etc/flower-war/bridge.env have different BRIDGE_TOKENs.",
    ],
  ];

  test.each(REFUSED)("%s", async (code, spoil, sentence) => {
    const machine = new FakeMachine();
    spoil(machine);
    const before = machine.files();
    expect(await refusal(machine)).toContain(`Nothing was changed (${code}): ${sentence}`);
    expect([machine.ran, machine.files()]).toEqual([[], before]);
  });

  test("no-systemd", async () => {
    const machine = new FakeMachine();
    Object.assign(machine, { root: makeTempFolder() });
    expect(await refusal(machine, {})).toMatch(/^Nothing was changed \(no-systemd\): .* `flower-war start` /);
    expect(() => uninstall(machine, {})).toThrow("(no-systemd)");
  });

  test("unit-edited, unless --replace is given", async () => {
    const machine = await installed();
    const edited = machine.read(SERVER).replace("LimitNOFILE=65536", "LimitNOFILE=1");
    machine.write(SERVER, edited);
    const sentence = `${SERVER} is not as this command wrote it. Keep your changes with \`systemctl edit flower-war-server\`, then add --replace.`;
    expect(await refusal(machine)).toBe(`Nothing was changed (unit-edited): ${sentence}`);
    expect(machine.read(SERVER)).toBe(edited);
    await installs(machine, { yes: true, replace: true });
    expect(machine.read(SERVER)).toContain("LimitNOFILE=65536");
  });

  test("program-closed: programs below a home or a closed folder", async () => {
    const file = join(makeTempFolder(), "closed/main.js");
    mkdirSync(dirname(file), { mode: 0o700 });
    writeFileSync(file, "");
    const closed = await refusal(new FakeMachine(), {}, { ...PROGRAMS, bridge: { file, options: [] } });
    expect(closed).toMatch(
      /^Nothing was changed \(program-closed\): the services cannot read \S+, and need \S+main\.js\./,
    );
  });
});

test("a service that ends: the last lines of its log, and what was done stays", async () => {
  const machine = new FakeMachine();
  machine.ending.set("flower-war-bridge", "MQTT_PORT 1883 is in use already on 127.0.0.1.\n");
  expect(await refusal(machine)).toBe(
    "flower-war-bridge ended. Its last lines:\nMQTT_PORT 1883 is in use already on 127.0.0.1.",
  );
  machine.ending.clear();
  machine.ran = [];
  await installs(machine);
  expect(machine.ran).toEqual([]);
});

test("services that do not get ready in a minute: the log of the server", async () => {
  const machine = new FakeMachine();
  machine.isAnswering = () => Promise.resolve(false);
  expect(await refusal(machine)).toMatch(/^flower-war-server is not ready after 60 s\. Its last lines:/);
});

test("a command that fails: its own words", async () => {
  const machine = new FakeMachine();
  const { run } = machine;
  machine.run = (...command) =>
    command[0] === "useradd" ? { code: 1, stdout: "", stderr: "useradd: no space\n" } : run(...command);
  expect(await refusal(machine)).toBe(`\`${USERADD}\` failed: useradd: no space`);
});

describe("uninstall", () => {
  test("removes the services, and leaves data, settings and user", async () => {
    const machine = await installed();
    machine.write(`${DATA}/flower-war.db`, "matches");
    machine.write(`${SERVER}.d/override.conf`, "[Service]\n");
    const before = machine.files();
    const shown = uninstall(machine, {});
    expect([machine.ran, machine.files()]).toEqual([[], before]);
    expect(shown).toContain(`would remove: ${SERVER}\n`);
    const stays = [`rm -r ${SERVER}.d`, "rm -r /etc/flower-war", `rm -r ${DATA}`, "userdel flower-war"];
    expect(shown).toContain(`delete it for ever:\n${stays.map((line) => `  ${line}\n`).join("")}`);

    uninstall(machine, { yes: true });
    const caches = ["flower-war-server", "flower-war-bridge"].flatMap((name) => [
      `/var/cache/${name}`,
      `/var/cache/private/${name}`,
    ]);
    expect(machine.ran).toEqual([
      "systemctl disable --now flower-war-bridge flower-war-server",
      `rm -rf ${caches.join(" ")}`,
      RELOAD,
    ]);
    const { [SERVER.slice(1)]: _server, [BRIDGE.slice(1)]: _bridge, ...rest } = before;
    expect(machine.files()).toEqual(rest);
  });

  test("finds nothing to do where nothing is installed", () => {
    const machine = new FakeMachine();
    expect(uninstall(machine, { yes: true, json: true })).toBe('{"done":true,"steps":[],"stays":[]}\n');
    expect(uninstall(machine, {})).toContain("There is nothing to do.");
    expect(machine.ran).toEqual([]);
  });
});
