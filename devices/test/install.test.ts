import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const LINK = "http://192.168.4.1/setup#templo://192.168.1.20:1883/sun-temple?s=3q2-7wAB\\&x";
const FOLDER = join(import.meta.dirname, "../raspberry-pi");

interface Machine {
  readonly version?: string;
  readonly architecture?: string;
  /** Programs that are not installed. */
  readonly missing?: readonly string[];
  /** Files that do not exist. */
  readonly without?: readonly string[];
  /** Where the project is cloned. */
  readonly clone?: string;
  readonly freeKilobytes?: number;
}

/** A machine in a folder: every program that changes something, or asks the machine what it is, is a script that says so. */
function machine({
  version = "13",
  architecture = "arm64",
  missing = [],
  without = [],
  clone,
  freeKilobytes = 9e6,
}: Machine = {}) {
  const root = mkdtempSync(join(tmpdir(), "flower-war-install-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, clone ?? "opt/flower-war");
  const programs = join(root, "programs");
  const log = join(root, "log");
  for (const folder of ["etc", "dev", "programs"]) mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(project, "devices"), { recursive: true });
  cpSync(FOLDER, join(project, "devices/raspberry-pi"), { recursive: true });
  writeFileSync(join(project, "package-lock.json"), "{}");
  utimesSync(join(project, "package-lock.json"), 0, 0);
  writeFileSync(join(root, "etc/os-release"), `ID=debian\nVERSION_ID="${version}"\n`);
  writeFileSync(join(root, "dev/gpiochip0"), "");
  writeFileSync(log, "");
  for (const file of without) rmSync(join(root, file));
  const node = join(project, "node_modules/.bin/node");
  const scripts: Readonly<Record<string, string>> = {
    id: "echo 0",
    dpkg: `echo ${architecture}`,
    df: `printf 'Filesystem\\n/dev/root 1 1 ${freeKilobytes} 1%% /\\n'`,
    gpiomon: "",
    gpiodetect: 'echo "gpiochip0 [brcmvirt-gpio] (4 lines)"; echo "gpiochip4 [pinctrl-rp1] (54 lines)"',
    "apt-get": `echo "apt-get $*" >>${log}`,
    systemctl: `echo "systemctl $*" >>${log}`,
    npm: `echo "npm $*" >>${log}
mkdir -p node_modules/.bin; : >node_modules/.package-lock.json
printf '#!/bin/sh\\necho "check $TEMPLE_LINK" >>${log}\\ncase $TEMPLE_LINK in *templo://*) ;; *) echo "TEMPLE_LINK is bad." >&2; exit 1 ;; esac\\n' >${node}
chmod +x ${node}`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    if (missing.includes(name)) continue;
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const environment = join(root, "etc/flower-war-temple.env");
  return {
    root,
    project,
    environment,
    unit: join(root, "etc/systemd/system/flower-war-temple.service"),
    /** Runs the script; returns its status, what it printed, and what it did. */
    install: (args: readonly string[], input = "") => {
      writeFileSync(log, "");
      const script = join(project, "devices/raspberry-pi/install.sh");
      // Debian's own programs are after ours, without those of /usr/local (npm) and of this machine's Node.
      const env = { PATH: `${programs}:/usr/bin:/bin`, DESTDIR: root };
      const { status, stdout, stderr } = spawnSync("/bin/sh", [script, ...args], {
        env,
        input,
        encoding: "utf8",
      });
      return { status, stdout, stderr, did: readFileSync(log, "utf8").trim().split("\n").filter(Boolean) };
    },
  };
}

const STARTS = [
  "systemctl daemon-reload",
  "systemctl enable flower-war-temple",
  "systemctl restart flower-war-temple",
];

test("installs programs, Node, settings and service, asking for the link", () => {
  const { install, environment, unit, project } = machine({ missing: ["gpiomon"] });
  const { status, stderr, did } = install([], `${LINK}\n`);
  expect([status, stderr]).toEqual([0, ""]);
  expect(did).toEqual([
    "apt-get update -q",
    "apt-get install -q -y --no-install-recommends gpiod",
    "npm ci --omit=dev --ignore-scripts --no-audit --no-fund",
    "npm rebuild node",
    `check ${LINK}`,
    ...STARTS,
  ]);
  expect(statSync(environment).mode & 0o777).toBe(0o600);
  const lines = readFileSync(environment, "utf8").split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([`TEMPLE_LINK=${LINK}`, "GPIO_CHIP=gpiochip4", "GPIO_BUZZER=18"]),
  );
  expect(readFileSync(unit, "utf8")).toContain(`ExecStart=${project}/node_modules/.bin/node`);
  expect(statSync(unit).mode & 0o777).toBe(0o644);
});

test("a second run changes no setting; --link changes the enrolment alone", () => {
  const { install, environment } = machine();
  expect(install(["--link", LINK]).status).toBe(0);
  writeFileSync(environment, readFileSync(environment, "utf8").replace("GPIO_RED=13", "GPIO_RED=26"));
  const mine = readFileSync(environment, "utf8");
  expect(install([])).toMatchObject({ status: 0, did: STARTS });
  expect(readFileSync(environment, "utf8")).toBe(mine);
  const other = "templo://play.example:8883/moon-temple?s=xyz";
  expect(install(["--link", other])).toMatchObject({ status: 0, did: [`check ${other}`, ...STARTS] });
  expect(readFileSync(environment, "utf8")).toBe(mine.replace(LINK, other));
  expect(statSync(environment).mode & 0o777).toBe(0o600);
});

test.each([
  ["12", true],
  ["13", false],
])("on Debian %s it says that the temple has no sound: %s", (version, isSilent) => {
  const { status, stdout, did } = machine({ version }).install(["--link", LINK]);
  expect({ status, starts: did.slice(-3) }).toEqual({ status: 0, starts: STARTS });
  expect(/^no-sound: .+ For sound install Debian 13 .+\.$/m.test(stdout)).toBe(isSilent);
});

test("--dry-run says what it would do, without the secret, and does nothing", () => {
  const { install, environment, unit } = machine({ missing: ["gpiomon", "npm"] });
  const { status, stdout, stderr, did } = install(["--dry-run", "--link", LINK]);
  expect([status, stderr, did]).toEqual([0, "", []]);
  for (const step of ["apt-get install", "npm ci", "npm rebuild node", "systemctl restart"]) {
    expect(stdout).toContain(`would run: ${step}`);
  }
  expect(stdout).toContain(`would write: ${environment} (600)`);
  expect(stdout).not.toContain("3q2-7wAB");
  expect([existsSync(environment), existsSync(unit)]).toEqual([false, false]);
});

test.each<[string, Machine, string]>([
  [
    "32 bits",
    { architecture: "armhf" },
    "This system is not a 64-bit one for the Raspberry Pi: install Raspberry Pi OS (64-bit).",
  ],
  [
    "an old Debian",
    { version: "11" },
    "It needs Debian 12 or 13, or a Raspberry Pi OS that is built on them. This is version 11.",
  ],
  [
    "no pins",
    { without: ["dev/gpiochip0"] },
    "This machine has no GPIO pins (/dev/gpiochip0): it needs a Raspberry Pi.",
  ],
  ["a full disk", { freeKilobytes: 1e6 }, "It needs 2 GB of free disk at PROJECT."],
])("%s: one sentence, status 1, and nothing is done", (_name, lacking, sentence) => {
  const { install, project } = machine(lacking);
  const { status, stderr, did } = install(["--link", LINK]);
  expect({ status, stderr, did }).toEqual({
    status: 1,
    stderr: `${sentence.replace("PROJECT", project)}\n`,
    did: [],
  });
});

test("a wrong link, and none: one sentence, status 1, and no settings", () => {
  const { install, environment } = machine();
  expect(install(["--link", "nonsense"])).toMatchObject({ status: 1, stderr: "TEMPLE_LINK is bad.\n" });
  expect(install([])).toMatchObject({ status: 1, stderr: "There is no link: give it with --link.\n" });
  expect(existsSync(environment)).toBe(false);
});
