import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatSetupLink, parseSetupLink, type SetupLink } from "../../src/temple/index.ts";

interface Vector extends SetupLink {
  readonly what: string;
  readonly link: string;
}

/** What the ESP32's firmware reads them as: test/firmware.test.ts. */
const VECTORS = JSON.parse(
  readFileSync(new URL("../../../test/setup-links.json", import.meta.url), "utf8"),
) as Vector[];

const PIN = "0011223344556677".repeat(4);

describe("[P-1] the link of an enrolment", () => {
  test.each(VECTORS)("is written, and read with the page's address and without it: $what", (vector) => {
    const { what: _, link, ...enrolment } = vector;
    expect(formatSetupLink(enrolment)).toBe(link);
    expect(parseSetupLink(link)).toEqual(enrolment);
    expect(parseSetupLink(` ${link.slice(link.indexOf("#") + 1)}\n`)).toEqual(enrolment);
  });

  test("without a port has that of MQTT: 1883, with a pin 8883", () => {
    expect(parseSetupLink("templo://h/abcd?s=y")).toMatchObject({ host: "h", port: 1883 });
    expect(parseSetupLink("templo://h/abcd?s=y&pin=public")).toMatchObject({ pin: "public", port: 8883 });
    expect(parseSetupLink("templo://h/abcd?s=y&pin=publix")).toBeNull();
    expect(parseSetupLink(`templo://[fd00::7]/abcd?s=y&pin=${PIN}`)).toMatchObject({
      host: "[fd00::7]",
      port: 8883,
    });
  });

  test.each([
    ["a page's address alone", "http://192.168.4.1/setup"],
    ["another scheme", "mqtt://h:1883/abcd?s=y"],
    ["no broker", "templo:///abcd?s=y"],
    ["no secret", "templo://h:1883/sun-temple"],
    ["an id that none can be", "templo://h/x?s=y"],
    ["a pin that is too short", "templo://h/abcd?s=y&pin=0"],
    ["a port that none can be", "templo://h:65536/abcd?s=y"],
    ["port 0", "templo://h:0/abcd?s=y"],
    ["no address at all", "sun-temple"],
    ["nothing", ""],
  ])("is none with %s", (_what, link) => {
    expect(parseSetupLink(link)).toBeNull();
  });
});
