/**
 * What devices/esp32 does with an image after its build, and what a server does with it: signed, collected, served. PlatformIO and the
 * compilers are not here: a dummy image stands in for theirs.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { firmwareImage, INSTALL_PARTS } from "../server/test/support/firmware-image.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { lacks, programPath } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const FOLDER = join(ROOT, "devices/esp32");
const UNSIGNED = firmwareImage("1.2.0");

/** Runs a script of PlatformIO's `extra_scripts` as that does after a build, and exits with what its action returns. */
const AFTER_BUILD = `
import sys
script, project, image = sys.argv[1:]
class Env:
    values = {"$PROJECT_DIR": project, "$PYTHONEXE": sys.executable, "$PIOENV": "esp32"}
    def subst(self, text): return self.values[text]
    def AddPostAction(self, target, action): self.action = action
env = Env()
exec(open(script).read(), {"Import": lambda name: None, "env": env})
sys.exit(env.action([image], [], env))
`;

/** Writes what a build leaves. Returns the project's folder, and the image. */
function build(): { project: string; image: string } {
  const project = makeTempFolder();
  const built = join(project, ".pio/build/esp32");
  mkdirSync(built, { recursive: true });
  const { bootloader, partitions, otadata } = INSTALL_PARTS;
  writeFileSync(join(built, "bootloader.bin"), bootloader);
  writeFileSync(join(built, "partitions.bin"), partitions);
  writeFileSync(join(built, "ota_data_initial.bin"), otadata);
  const image = join(built, "firmware.bin");
  writeFileSync(image, UNSIGNED);
  return { project, image };
}

function runAfterBuild(script: string, { project, image }: ReturnType<typeof build>, python: string) {
  const given = ["-c", AFTER_BUILD, join(FOLDER, script), project, image];
  const { status, stdout } = spawnSync(python, given, { encoding: "utf8" });
  return { status, stdout };
}

describe.skipIf(lacks("python3", "esptool", "openssl"))("an image of the firmware", () => {
  const python = programPath("esptool");

  function makeKey(project: string): string {
    const key = join(project, "signing-key.pem");
    execFileSync("openssl", ["genrsa", "-out", key, "3072"], { stdio: "ignore" });
    return key;
  }

  const isSignedBy = (key: string, image: string) =>
    spawnSync(python, ["-m", "espsecure", "verify-signature", "--version", "2", "--keyfile", key, image])
      .status === 0;

  test("is signed with the key, collected with what a new board needs, and served as it is", async () => {
    const built = build();
    const key = makeKey(built.project);
    expect(runAfterBuild("sign.py", built, python).status).toBe(0);
    expect(runAfterBuild("images.py", built, python).status).toBe(0);
    const server = await ServerProcess.start({
      LOG_LEVEL: "error",
      FIRMWARE_DIR: join(built.project, "images"),
    });
    onTestFinished(async () => void (await server.stop()));
    const served = await fetch(`${server.url}/firmware/templo-esp32.bin`);
    const content = Buffer.from(await served.arrayBuffer());
    expect(content.subarray(0, UNSIGNED.length)).toEqual(UNSIGNED);
    const received = join(built.project, "received.bin");
    writeFileSync(received, content);
    expect(isSignedBy(key, received)).toBe(true);
    expect(isSignedBy(makeKey(makeTempFolder()), received)).toBe(false);
    content.writeUInt8(content.readUInt8(100) ^ 1, 100);
    writeFileSync(received, content);
    expect(isSignedBy(key, received)).toBe(false);
    for (const part of Object.keys(INSTALL_PARTS)) {
      expect((await fetch(`${server.url}/firmware/templo-esp32-${part}.bin`)).status).toBe(200);
    }
  });

  test("stays as it is without a key, which the build says", () => {
    const built = build();
    expect(runAfterBuild("sign.py", built, python)).toEqual({
      status: 0,
      stdout: "No signing-key.pem: this image will accept no updates over the network.\n",
    });
    expect(readFileSync(built.image)).toEqual(UNSIGNED);
  });

  test("fails the build if there is a key and nothing that signs", () => {
    const built = build();
    makeKey(built.project);
    expect(runAfterBuild("sign.py", built, programPath("python3"))).toEqual({
      status: 1,
      stdout:
        "The image is not signed. Is esptool of requirements.txt in this Python? build.sh installs it.\n",
    });
    expect(readFileSync(built.image)).toEqual(UNSIGNED);
  });

  test("is signed by the version of esptool that the build installs", () => {
    const question = "from importlib.metadata import version; print(version('esptool'))";
    const { stdout } = spawnSync(python, ["-c", question], { encoding: "utf8" });
    expect(readFileSync(join(FOLDER, "requirements.txt"), "utf8")).toContain(`\nesptool==${stdout}`);
  });
});

test("the recipe for a CI builds as build.sh does, and keeps the images", () => {
  const recipe = parse(readFileSync(join(FOLDER, "workflow.yml"), "utf8")) as {
    jobs: { build: { steps: { run?: string; with?: { path?: string } }[] } };
  };
  const { steps } = recipe.jobs.build;
  expect(steps.map(({ run }) => run)).toContain("devices/esp32/build.sh");
  expect(steps.at(-1)?.with?.path).toBe("devices/esp32/images");
});

describe("devices/esp32/build.sh", () => {
  /** Runs it in a folder of its own, where `python3` makes a venv whose Python notes how it is called. */
  function run(...args: string[]) {
    const folder = makeTempFolder();
    for (const file of ["build.sh", "requirements.txt"]) cpSync(join(FOLDER, file), join(folder, file));
    const calls = join(folder, "calls");
    writeFileSync(
      join(folder, "python3"),
      `#!/bin/sh\nmkdir -p "$3/bin" && printf '#!/bin/sh\\necho "$@" >> ${calls}\\n' > "$3/bin/python" && chmod +x "$3/bin/python"\n`,
    );
    chmodSync(join(folder, "python3"), 0o755);
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
    const { status, stderr } = spawnSync("sh", [join(folder, "build.sh"), ...args], {
      env,
      encoding: "utf8",
    });
    const called = existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : [];
    return { status, stderr, called };
  }

  const INSTALLS = "-m pip install --quiet --requirement requirements.txt";

  test.each([
    [[], "-m platformio run"],
    [["esp32c3"], "-m platformio run -e esp32c3"],
    [["esp32s3", "-t", "upload"], "-m platformio run -e esp32s3 -t upload"],
  ])("with %j installs what it needs and runs PlatformIO", (args, command) => {
    expect(run(...args)).toEqual({ status: 0, stderr: "", called: [INSTALLS, command] });
  });

  test("refuses a chip that it does not know, with one sentence", () => {
    const stderr = "build.sh: esp8266 is not a chip: esp32, esp32c3 or esp32s3\n";
    expect(run("esp8266")).toEqual({ status: 1, stderr, called: [] });
  });
});
