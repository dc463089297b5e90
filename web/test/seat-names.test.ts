import { readFileSync } from "node:fs";
import { loadTexts as loadGameTexts, SEATS } from "@flower-war/client-sdk/space-aztecs";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { seatName } from "../src/session/seat-names.ts";

const en = await loadGameTexts("en");

const SIGNS = readFileSync(new URL("../src/art/sisters.svg", import.meta.url), "utf8");

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

test.each(SEATS.map((seat, index) => [seat, index + 1] as const))(
  "seat %s of Space Aztecs is number %i to people: in words, at the table and on its sign",
  (seat, number) => {
    expect(seatName(seat)).toBe(`Seat ${number}`);
    expect(en.seats[seat]).toBe(`Seat ${number}`);
    const sign = SIGNS.split("<symbol ").find((symbol) => symbol.startsWith(`id="seat-${seat}"`));
    expect(sign).toMatch(new RegExp(`>${number}</text>`));
  },
);
