import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { computePin } from "../cli/src/enrolment.ts";
import { makeCa, type TestCa } from "./support/certificates.ts";
import { lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";

const FOLDER = join(ROOT, "devices/esp32");

/**
 * The ESP32's board layer cannot be built here: its compilers and ESP-IDF come from elsewhere. It is compiled against
 * stubs of the declarations that it uses, which finds what the compiler can find (devices/esp32/README.md).
 */
describe.skipIf(lacks("g++"))("the board layer of the ESP32", () => {
  test.each(["ESP32", "ESP32C3", "ESP32S3"])("compiles for %s", (chip) => {
    const sources = readdirSync(join(FOLDER, "src")).filter((file) => file.endsWith(".cpp"));
    const includes = ["-isystem", "test/stubs", "-Ilib/templo/src", `-DCONFIG_IDF_TARGET_${chip}=1`];
    const warnings = ["-Wall", "-Wextra", "-Werror"];
    const files = sources.map((file) => join("src", file));
    const compiled = spawnSync("g++", ["-std=gnu++20", "-fsyntax-only", ...warnings, ...includes, ...files], {
      cwd: FOLDER,
      encoding: "utf8",
    });
    expect([compiled.stderr, compiled.status]).toEqual(["", 0]);
  });

  test("every library is pinned to one version", () => {
    const components = readFileSync(join(FOLDER, "src/idf_component.yml"), "utf8");
    const versions = [...components.matchAll(/^ {2}(?<name>[\w/-]+): "(?<version>.*)"$/gmu)];
    expect(versions.map(({ groups }) => groups?.["name"])).toEqual([
      "idf",
      "improv/improv",
      "esp-idf-lib/hd44780",
    ]);
    for (const { groups } of versions.slice(1)) expect(groups?.["version"]).toMatch(/^\d+\.\d+\.\d+$/u);
    const platform = readFileSync(join(FOLDER, "platformio.ini"), "utf8");
    expect(platform).toMatch(/^platform = espressif32@\d+\.\d+\.\d+$/mu);
  });
});

/** The board's own code for this, with Debian's mbedTLS in place of ESP-IDF's. */
describe.skipIf(lacks("g++", "make", "libmbedtls-dev", "openssl"))(
  "[A-4] a CA that is pinned by its key",
  () => {
    let folder = "";
    let ours: TestCa;
    /** Has the name of ours, and another key. */
    let impostor: TestCa;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "flower-war-trust-"));
      const host = join(FOLDER, "host");
      execFileSync("make", ["-s", "-C", host, `OUT=${folder}`, "CXXFLAGS=-O0", "check-trust"]);
      ours = makeCa("Temples");
      impostor = makeCa("Temples");
    });
    afterAll(() => {
      rmSync(folder, { recursive: true, force: true });
      ours?.remove();
      impostor?.remove();
    });

    const certificateOf = (ca: TestCa) => readFileSync(join(ca.serverDir, "fullchain.pem"), "utf8");

    /** Returns what the temple says of a server at `host` that sends these certificates. */
    function judge(sent: readonly string[], host = "localhost", pin = computePin(ours.file)): string {
      const file = join(folder, "sent.pem");
      writeFileSync(file, sent.join(""));
      const { stdout } = spawnSync(join(folder, "check-trust"), [pin, host, file], { encoding: "utf8" });
      return stdout.trim();
    }

    const NOT_OURS = "The certificate is not correctly signed by the trusted CA";
    const NOT_HERE = "The certificate Common Name (CN) does not match with the expected CN";

    test("is trusted if the server sends its certificate too", () => {
      expect(judge([certificateOf(ours), ours.pem])).toBe("trusted");
      expect(judge([certificateOf(ours)])).toBe(NOT_OURS);
    });

    test("is trusted for the host's name alone", () => {
      expect(judge([certificateOf(ours), ours.pem], "play.example")).toBe(NOT_HERE);
      expect(judge([ours.pem])).toBe(NOT_HERE);
    });

    test("cannot be replaced by one with another key, whatever is sent with it", () => {
      const [leaf, stranger] = [certificateOf(ours), certificateOf(impostor)];
      for (const sent of [
        [stranger, impostor.pem],
        [stranger, ours.pem],
        [stranger, impostor.pem, ours.pem],
        [stranger, ours.pem, impostor.pem],
        [stranger, leaf, ours.pem],
        [leaf, impostor.pem],
      ]) {
        expect(judge(sent)).toBe(NOT_OURS);
      }
    });

    test.each(["", "00", "g".repeat(64)])("is never trusted by the pin %j", (pin) => {
      expect(judge([certificateOf(ours), ours.pem], "localhost", pin)).toBe(NOT_OURS);
    });
  },
);
