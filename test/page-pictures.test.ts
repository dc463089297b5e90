/**
 * Every state of the gallery looks as in its picture (test/pictures). `npm run pictures` takes those anew that differ, after a
 * change that was looked at.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Size } from "./support/browser.ts";
import { Gallery } from "./support/gallery.ts";
import { startPageGallery } from "./support/page-gallery.ts";
import { geometryFaults } from "./support/page-geometry.ts";
import { differenceOf, packPicture, type Picture, readScreenshot } from "./support/picture.ts";
import { lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const PICTURES = join(ROOT, "test/pictures");

/** Whether pictures are taken anew instead of compared. */
const TAKES = process.env["PICTURES"] === "take";

/** Pixels of a picture for each px of the page: 480 x 300. */
const SCALE = 0.375;

/** How much of a picture may differ. */
const TOLERANCE = 0.005;

/** Pages that take pictures at the same time. */
const PAGES = 3;

/** A picture: its file, and what it shows. */
interface Wanted {
  readonly name: string;
  readonly state: string;
  readonly theme: "light" | "dark";
  /** Default: a desktop's. */
  readonly size?: Size;
}

/** States whose panel has the most to choose from. It grows upwards, over the board's corner. */
const TALL = ["flower-war-challenge", "flower-war-choose"] as const;

/** States that have a picture of their dark colours too. */
const DARK =
  /^(create|door|gather|leaderboard|lobby-tables|log|profile-own|replay(-review)?|temple-(asked|joined|nearby)|study(-branch)?|tournament-ready|result-nobody-won|flower-war-(offer|pay|flooded|won)|space-aztecs-(choose|reveal)|tieqchieq-(choose|battle-won))$/;

/** States that have a picture of a phone's page too. */
const NARROW = /^(replay-review|study(-branch|-what-if)?|temple-(asked|nearby)|tournament-ready)$/;
const PHONE: Size = { width: 390, height: 844 };

test("a folder without a gallery is not served", async () => {
  await expect(Gallery.serve(makeTempFolder())).rejects.toThrow("has no gallery.html");
});

describe.skipIf(lacks("chromium"))("the gallery, in Chromium", () => {
  const tested = startPageGallery({ scale: SCALE, whole: true });

  test("looks as in its pictures, in each state, and asks no server", { timeout: 900_000 }, async () => {
    const { gallery, browser } = tested;
    const pages = await Promise.all(Array.from({ length: PAGES }, () => gallery.open(browser)));
    const asked: string[] = [];
    for (const page of pages) {
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith("/api")) asked.push(pathname);
      });
    }
    const [first] = pages;
    if (first === undefined) throw new Error("no page takes pictures");
    const states = await gallery.listStates(first);
    // One page takes all of a state's. Drawn once; each size lays it out again.
    const wanted: readonly (readonly Wanted[])[] = states.map((state) => [
      { name: `${state}.png`, state, theme: "light" },
      ...(DARK.test(state) ? [{ name: `${state}.dark.png`, state, theme: "dark" } as const] : []),
      ...(NARROW.test(state)
        ? [{ name: `${state}.phone.png`, state, theme: "light", size: PHONE } as const]
        : []),
    ]);
    const names = wanted
      .flat()
      .map(({ name }) => name)
      .toSorted();
    mkdirSync(PICTURES, { recursive: true });
    if (TAKES)
      for (const old of await readdir(PICTURES)) if (!names.includes(old)) rmSync(join(PICTURES, old));

    const different: string[] = [];
    const left = [...wanted];
    const work = pages.map(async (page) => {
      for (const { name, state, theme, size } of takeAll(left)) {
        const picture = readScreenshot(await gallery.takePicture(page, state, theme, size));
        const difference = differenceFromCommitted(name, picture);
        if (difference <= TOLERANCE) continue;
        if (TAKES) writeFileSync(join(PICTURES, name), packPicture(picture));
        else
          different.push(`${name} differs by ${(difference * 100).toFixed(2)} %: see ${keep(name, picture)}`);
      }
    });
    await Promise.all(work);
    expect(asked).toEqual([]);
    expect(different.toSorted()).toEqual([]);
    expect((await readdir(PICTURES)).toSorted()).toEqual(names);
    // The gallery has no server to answer its requests.
    expect(browser.takeErrors().filter((error) => !error.includes("404"))).toEqual([]);
  });

  test.each(TALL)("has room beside the board for what %s asks", async (state) => {
    const { gallery, browser } = tested;
    const page = await gallery.open(browser);
    await gallery.showWhole(page, state);
    expect(await geometryFaults(page)).toEqual([]);
    await page.close();
  });
});

/** Takes lists from a list that others take from too, and goes through each. */
function* takeAll<Item>(left: (readonly Item[])[]): Generator<Item> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) yield* next;
}

function differenceFromCommitted(name: string, picture: Picture): number {
  const path = join(PICTURES, name);
  return existsSync(path) ? differenceOf(readFileSync(path), picture) : 1;
}

/** Stores a picture among the system's temporary files, to be looked at. Returns its path. */
function keep(name: string, picture: Picture): string {
  const path = join(tmpdir(), `flower-war-picture-${name}`);
  writeFileSync(path, packPicture(picture));
  return path;
}
