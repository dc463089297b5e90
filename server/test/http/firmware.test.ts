/** The images of temples' firmware that a host serves for updates. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RefusalBody } from "@flower-war/protocol";
import { type FirmwareList, type InstallManifest, OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import {
  firmwareImage,
  INSTALL_PARTS,
  partitionTable,
  writeInstallFiles,
} from "../support/firmware-image.ts";

const folder = mkdtempSync(join(tmpdir(), "flower-war-images-"));
const write = (name: string, content: Uint8Array | string) => writeFileSync(join(folder, name), content);
let server: RunningServer;
beforeAll(async () => {
  write("templo-esp32s3.bin", firmwareImage("1.3.0-rc.1"));
  write("templo-esp32.bin", firmwareImage("1.2.0"));
  write("templo-esp32c3.bin", firmwareImage("1.2.0", "another"));
  write("templo-short.bin", firmwareImage("1.2.0").subarray(0, 100));
  write("templo-text.bin", "x".repeat(4096));
  write("templo-blank.bin", firmwareImage("1.2.0 \u001b[2J"));
  write("signing-key.pem", "secret");
  write("templo-esp32.bin.pem", "secret");
  symlinkSync("/nowhere", join(folder, "templo-gone.bin"));
  server = await startServer({ firmwareDir: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const get = (name: string, headers = {}) => fetch(`${server.url}/firmware/${name}`, { headers });

async function list({ operatorUrl, config }: RunningServer = server): Promise<FirmwareList> {
  const headers = { authorization: `Bearer ${config.adminPassword}` };
  return (
    await fetch(operatorUrl + OPERATOR_PATHS.templeFirmware, { headers })
  ).json() as Promise<FirmwareList>;
}

describe("FIRMWARE_DIR", () => {
  test("temples get their chip's image, whole or in parts", async () => {
    const response = await get("templo-esp32.bin");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/octet-stream",
    ]);
    expect(Buffer.from(await response.arrayBuffer()).equals(firmwareImage("1.2.0"))).toBe(true);
    const part = await get("templo-esp32.bin", { range: "bytes=0-1023" });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 1024]);
  });

  test.each([
    "templo-esp32.bin.pem",
    "signing-key.pem",
    "templo-esp32c6.bin",
    "templo-esp32c3.bin",
    "templo-short.bin",
    "templo-gone.bin",
    "templo-ESP32.bin",
    "..%2f..%2fetc%2fpasswd",
    "templo-..%2fesp32.bin",
    "templo-esp32.bin%00",
    "%ff",
  ])("serves nothing else: %s", async (name) => {
    const response = await get(name);
    expect([400, 404]).toContain(response.status);
    expect((await response.text()).includes("secret")).toBe(false);
  });

  test("the admin sees the version that each image says, also of one that was copied there since", async () => {
    const known = [
      { chip: "esp32", version: "1.2.0" },
      { chip: "esp32s3", version: "1.3.0-rc.1" },
    ];
    expect(await list()).toEqual({ images: known });
    write("templo-esp32c3.bin", firmwareImage("1.2.1"));
    expect((await list()).images).toContainEqual({ chip: "esp32c3", version: "1.2.1" });
    expect((await fetch(server.operatorUrl + OPERATOR_PATHS.templeFirmware)).status).toBe(401);
  });

  test("without it there are no images", async () => {
    const other = await startServer();
    const response = await fetch(`${other.url}/firmware/templo-esp32.bin`);
    expect([response.status, ((await response.json()) as RefusalBody).code]).toEqual([404, "not-found"]);
    expect(await list(other)).toEqual({ images: [] });
    await other.stop();
  });
});

describe("the installation with a browser", () => {
  const SMALL_OFFSETS = [0x8000, 0xe000, 0x10000];

  /** Starts a server on a folder with images. */
  async function serve(fill: (images: string) => void) {
    const images = mkdtempSync(join(tmpdir(), "flower-war-images-"));
    fill(images);
    const own = await startServer({ firmwareDir: images });
    onTestFinished(async () => {
      await own.stop();
      rmSync(images, { recursive: true });
    });
    const fetchManifest = async () => {
      const response = await fetch(`${own.url}/firmware/manifest.json`);
      return { status: response.status, body: (await response.json()) as InstallManifest & RefusalBody };
    };
    return { url: own.url, images, fetchManifest };
  }

  test("names the parts and offsets of each chip, whose files it serves", async () => {
    const { url, fetchManifest } = await serve((images) => {
      writeInstallFiles(images, "esp32", "1.2.0");
      writeInstallFiles(images, "esp32c3", "1.2.0");
      writeInstallFiles(images, "esp32s3", "1.3.0");
      writeInstallFiles(images, "esp32c6", "1.3.0");
    });
    const { status, body } = await fetchManifest();
    const build = (chipFamily: string, chip: string, bootloader: number) => ({
      chipFamily,
      parts: ["-bootloader", "-partitions", "-otadata", ""].map((part, i) => ({
        path: `templo-${chip}${part}.bin`,
        offset: [bootloader, ...SMALL_OFFSETS][i],
      })),
    });
    expect([status, body]).toEqual([
      200,
      {
        name: "Flower War temple",
        version: "1.2.0, 1.3.0",
        new_install_prompt_erase: true,
        new_install_improv_wait_time: 10,
        builds: [
          build("ESP32", "esp32", 0x1000),
          build("ESP32-C3", "esp32c3", 0),
          build("ESP32-S3", "esp32s3", 0),
        ],
      },
    ]);
    for (const [part, content] of Object.entries(INSTALL_PARTS)) {
      const response = await fetch(`${url}/firmware/templo-esp32c3-${part}.bin`);
      expect(Buffer.from(await response.arrayBuffer()).equals(content), part).toBe(true);
    }
    const { name } = body;
    const improv = readFileSync(
      new URL("../../../devices/esp32/src/improv_serial.cpp", import.meta.url),
      "utf8",
    );
    expect(improv).toContain(`{"${name}", esp_app_get_description()->version`);
  });

  test.each<readonly [string, string, Buffer | null]>([
    ["no bootloader", "bootloader", null],
    ["a bootloader that is none", "bootloader", Buffer.from("<!doctype html>")],
    ["no partitions", "partitions", null],
    ["partitions that are none", "partitions", Buffer.alloc(3072, 0xff)],
    ["partitions without a place for updates", "partitions", partitionTable([[0, 0, 0x10000]])],
    ["partitions without an app", "partitions", partitionTable([[1, 0, 0xe000]])],
    ["no otadata", "otadata", null],
    ["otadata that names another app", "otadata", Buffer.alloc(0x2000, 1)],
    ["otadata that is too long", "otadata", Buffer.alloc(0x3000, 0xff)],
  ])("leaves a chip out that has %s, and does not serve it", async (_, part, content) => {
    const { url, images, fetchManifest } = await serve((folder) => {
      writeInstallFiles(folder, "esp32", "1.2.0");
      writeInstallFiles(folder, "esp32c3", "1.2.0");
    });
    const name = `templo-esp32-${part}.bin`;
    if (content === null) rmSync(join(images, name));
    else writeFileSync(join(images, name), content);
    const { body } = await fetchManifest();
    expect(body.builds.map(({ chipFamily }) => chipFamily)).toEqual(["ESP32-C3"]);
    expect((await fetch(`${url}/firmware/${name}`)).status).toBe(404);
  });

  test("of a folder without a chip's whole set there is none: no-firmware", async () => {
    const { fetchManifest } = await serve((images) =>
      writeFileSync(join(images, "templo-esp32.bin"), firmwareImage("1.2.0")),
    );
    const missing = { status: 404, body: { code: "no-firmware" } };
    expect(await fetchManifest()).toMatchObject(missing);
    expect(await (await serve(() => {})).fetchManifest()).toMatchObject(missing);
  });

  test("only its page may have styles inside, and connects to its own server alone", async () => {
    const { url } = await serve(() => {});
    const policyOf = async (path: string) => {
      const response = await fetch(url + path, { headers: { accept: "text/html" } });
      expect(response.status, path).toBe(200);
      return String(response.headers.get("content-security-policy")).split(";").toSorted();
    };
    const expected = [
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
    ];
    expect(await policyOf("/firmware/")).toEqual(expected);
    expect(await policyOf("/firmware")).toEqual(expected);
    for (const path of ["/", "/firmwares"]) expect(await policyOf(path)).toContain("style-src 'self'");
  });

  test("only its page may use a serial port", async () => {
    const { url } = await serve(() => {});
    const featuresOf = async (path: string) =>
      (await fetch(url + path, { headers: { accept: "text/html" } })).headers.get("permissions-policy");
    expect(await featuresOf("/firmware/")).toContain("serial=(self)");
    expect(await featuresOf("/")).toContain("serial=()");
  });
});
