import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tieqchieq } from "@flower-war/rules/tieqchieq";
import { afterAll, describe, expect, test } from "vitest";
import { hostGame } from "../../src/games/hosted-game.ts";
import { findFault } from "../../src/games/check-game.ts";
import { hostedTieqchieq } from "../../src/games/index.ts";
import { loadOwnPages, type OwnPage } from "../../src/games/own-pages.ts";
import { StartError } from "../../src/start-error.ts";

/* The pages of games from outside (docs/add-a-game.md, The page): what browsers get of them, and how a faulty one stops the start. */

const root = await mkdtemp(join(tmpdir(), "flower-war-own-pages-"));
afterAll(() => rm(root, { recursive: true }));

const TEXTS = {
  title: "Own",
  lead: "Toss.",
  seats: { red: "Red", yellow: "Yellow" },
  zones: { board: "Board" },
  things: { token: { name: "Token", about: "" } },
  decisions: {},
  commands: {},
  events: {},
  refusals: {},
  options: { first: { label: "First", about: "", values: {} } },
  rules: [],
};

const SHOW = 'show: () => [{ name: "board", things: [{ kind: "piece", name: "token" }] }]';

let folders = 0;

/** Stores files in a folder of their own, and returns the games of a server whose only page is `page.ts` of them, with `web/table.tsx` if it is there. */
async function hostedWith(files: Readonly<Record<string, string>>) {
  folders += 1;
  const folder = join(root, String(folders));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const page = pathToFileURL(join(folder, "page.ts"));
  const table = pathToFileURL(join(folder, "web/table.tsx"));
  const hosted = hostGame({
    ...hostedTieqchieq,
    game: { ...tieqchieq, name: "own" },
    page,
    ...("web/table.tsx" in files && { table }),
  });
  return { hosted, folder, games: new Map([["own", hosted]]) as Parameters<typeof loadOwnPages>[0] };
}

/** Returns what browsers may load of a page, by the path from its folder. */
const filesOf = (own: OwnPage | undefined) =>
  [...(own?.files ?? [])].map(
    ([path, content]) => [path.split("/").slice(4).join("/"), String(content)] as const,
  );

const pageWith = ({ texts = {}, show = SHOW, head = "" } = {}) =>
  `${head}
const page: object = { game: { name: "own" }, ${show}, texts: { en: ${JSON.stringify({ ...TEXTS, ...texts })} } };
export default page;
`;

test("browsers get the module and what it imports without types, with the rules' package of the page, and no other file", async () => {
  const { games } = await hostedWith({
    "page.ts": pageWith({ head: 'import { type Size, SIZE } from "./parts/size.ts";\nexport { SIZE };' }),
    "parts/size.ts": "export type Size = number;\nexport const SIZE: Size = 3;\n",
    "index.ts": "secret",
    ".env": "SECRET=1",
  });
  const own = (await loadOwnPages(games)).get("own");
  expect(own?.module).toMatch(/^\/own-games\/own\/[0-9a-f]{16}\/page\.ts$/);
  const files = filesOf(own);
  expect(files.map(([path]) => path)).toEqual(["page.ts", "parts/size.ts"]);
  expect(files[1]?.[1]).toMatch(/^export const SIZE = 3;\n\n\/\/# sourceMappingURL=data:/);
  expect(own?.page.texts.en.title).toBe("Own");
});

test("a table comes without JSX, with the packages of the page, its pictures by their paths, and its style sheets beside it", async () => {
  const { games } = await hostedWith({
    "page.ts": pageWith({ head: 'export { SIZE } from "./size.ts";' }),
    "size.ts": "export const SIZE = 1;",
    "web/table.tsx": `import { useState } from "react";
import { Panel } from "@flower-war/game-frame";
import { SIZE } from "../size.ts";
import board from "./board.svg";
import "./table.css";
export default { Board: () => <Panel title={board}>{useState<number>(SIZE)[0]}</Panel> };
`,
    "web/board.svg": "<svg/>",
    "web/table.css":
      '@font-face { src: url("./own.woff2") } p { background: url(../wood.png), url(#a), url("data:,"), url(https://a.b/c.png) }',
    "web/own.woff2": "font",
    "wood.png": "wood",
    "web/notes.md": "secret",
  });
  const own = (await loadOwnPages(games)).get("own");
  const files = new Map(filesOf(own));
  expect([...files.keys()].toSorted()).toEqual([
    "page.ts",
    "size.ts",
    "web/board.svg",
    "web/board.svg.js",
    "web/own.woff2",
    "web/table.css",
    "web/table.css.js",
    "web/table.tsx",
    "with-table.js",
    "wood.png",
  ]);
  expect(own?.module).toMatch(/^\/own-games\/own\/[0-9a-f]{16}\/with-table\.js$/);
  expect(files.get("with-table.js")).toBe(`export { default } from "./page.ts";
export const loadTable = () => import("./web/table.tsx");
export const styles = [new URL("./web/table.css", import.meta.url).pathname];
`);
  expect(files.get("web/table.tsx")?.split("\n").slice(0, 7)).toEqual([
    'import { useState } from "/own-games/react.js";',
    'import { Panel } from "/own-games/game-frame.js";',
    'import { SIZE } from "../size.ts";',
    'import board from "./board.svg.js";',
    'import "./table.css.js";',
    'import { jsx as _jsx } from "/own-games/jsx-runtime.js";',
    "export default { Board: () => /* @__PURE__ */ _jsx(Panel, {",
  ]);
  expect(files.get("web/board.svg.js")).toBe(
    'export default new URL("./board.svg", import.meta.url).pathname;\n',
  );
});

const table = (text: string) => ({ "page.ts": pageWith(), "web/table.tsx": text });

test.each<[what: string, files: Readonly<Record<string, string>>, why: string]>([
  [
    "a package that browsers do not have",
    table('import "lodash";'),
    "web/table.tsx imports lodash, but a table may import only files beside it, @flower-war/rules, @flower-war/game-frame, react, and react/jsx-runtime",
  ],
  [
    "JSX that is never closed",
    table("const a = 1;\nexport default <p>;"),
    "web/table.tsx, line 2: Unexpected token",
  ],
  [
    "a picture that is not there",
    table('import "./none.png";'),
    "ENOENT: no such file or directory, open 'FOLDER/web/none.png'",
  ],
  [
    "a style sheet that imports another one",
    { ...table('import "./table.css";'), "web/table.css": '@import "other.css";' },
    "web/table.css has @import: import that file in the table instead",
  ],
  [
    "a style sheet that names what is no picture",
    { ...table('import "./table.css";'), "web/table.css": "p { background: url(../page.ts) }" },
    "web/table.css names ../page.ts, which is no picture or font",
  ],
  [
    "a style sheet that names a file outside of the folder",
    { ...table('import "./table.css";'), "web/table.css": "p { background: url(../../a.png) }" },
    "web/table.css names ../../a.png, which is outside of its folder",
  ],
  [
    "a page that imports a style sheet, which a worker loads too",
    { "page.ts": pageWith({ head: 'import "./page.css";' }), "page.css": "" },
    "page.ts imports ./page.css, but a page may import only modules beside it and @flower-war/rules",
  ],
])("a table stops the start with one sentence: %s", async (_what, files, why) => {
  const { games, folder } = await hostedWith(files);
  await expect(loadOwnPages(games)).rejects.toThrow(
    new StartError(
      `The page of the game own cannot be shown: ${why.replace("FOLDER", folder).replace(/\.$/, "")}.`,
    ),
  );
});

test("a game with a table needs a page", async () => {
  const { hosted } = await hostedWith(table("export default {};"));
  const { page: _, ...withoutPage } = hosted;
  expect(findFault(withoutPage)?.what).toBe("a match of 2 seats does not begin: it has a table, but no page");
});

test("the path changes with any of its files", async () => {
  const head = 'export { SIZE } from "./size.ts";';
  const modules = await Promise.all(
    [1, 2, 1].map(async (size) => {
      const { games } = await hostedWith({
        "page.ts": pageWith({ head }),
        "size.ts": `export const SIZE = ${size};`,
      });
      return (await loadOwnPages(games)).get("own")?.module;
    }),
  );
  expect(modules[0]).toBe(modules[2]);
  expect(modules[0]).not.toBe(modules[1]);
});

describe("a page that cannot be shown stops the start with one sentence", () => {
  test.each<[what: string, files: Readonly<Record<string, string>>, why: string]>([
    [
      "a package that browsers do not have",
      { "page.ts": pageWith({ head: 'import "lodash";' }) },
      "page.ts imports lodash, but a page may import only files beside it and @flower-war/rules",
    ],
    [
      "a module of Node",
      {
        "page.ts": pageWith({ head: 'import "./a.ts";' }),
        "a.ts": 'import { readFileSync } from "node:fs";',
      },
      "a.ts imports node:fs, but a page may import only files beside it and @flower-war/rules",
    ],
    [
      "what only runs can tell",
      { "page.ts": pageWith({ head: "await import(process.argv[0]);" }) },
      "page.ts imports process.argv[0], but a page may import only files beside it and @flower-war/rules",
    ],
    [
      "a file outside of its folder",
      { "page.ts": pageWith({ head: 'import "../1/page.ts";' }) },
      "page.ts imports ../1/page.ts, which is outside of its folder",
    ],
    [
      "no page",
      { "page.ts": "export default 1;" },
      "its default export must be a GamePage { game, texts, show }",
    ],
    [
      "the page of another game",
      { "page.ts": pageWith().replace('name: "own"', 'name: "other"') },
      "it is that of the game other",
    ],
    [
      "a seat without a name",
      { "page.ts": pageWith({ texts: { seats: { red: "" } } }) },
      "its texts.en have no words for yellow",
    ],
    [
      "an option without words",
      { "page.ts": pageWith({ texts: { options: {} } }) },
      "its texts.en have no words for first",
    ],
    [
      "a zone without a name",
      { "page.ts": pageWith({ texts: { zones: {} } }) },
      "its texts.en.zones have no words for board",
    ],
    [
      "a thing without a name",
      { "page.ts": pageWith({ texts: { things: {} } }) },
      "its texts.en.things have no words for token",
    ],
    [
      "a show that throws",
      { "page.ts": pageWith({ show: 'show: () => { throw new Error("brittle"); }' }) },
      "its show threw Error: brittle",
    ],
    [
      "a thing of no kind",
      { "page.ts": pageWith({ show: 'show: () => [{ name: "board", things: [{ kind: "boat" }] }]' }) },
      "0.things.0.kind of what its show gives must be one of card, piece, die and counter",
    ],
  ])("%s", async (_what, files, why) => {
    const { games } = await hostedWith(files);
    await expect(loadOwnPages(games)).rejects.toThrow(
      new StartError(`The page of the game own cannot be shown: ${why}.`),
    );
  });

  test("no such file", async () => {
    const { games } = await hostedWith({});
    await expect(loadOwnPages(games)).rejects.toThrow(
      /^The page of the game own cannot be shown: ENOENT: no such file/,
    );
  });
});

test("a game with a page and a synced state of its own is not hosted, nor one whose views JSON cannot hold", async () => {
  const { hosted } = await hostedWith({});
  const other = { ...hostedTieqchieq, game: hosted.game, page: hosted.page };
  expect(findFault(other)?.what).toBe(
    "a match of 2 seats does not begin: it has a page, but was not made with hostGame",
  );
  const view = (...args: Parameters<typeof tieqchieq.view>) => ({
    ...tieqchieq.view(...args),
    seen: new Set(),
  });
  expect(findFault({ ...hosted, game: { ...hosted.game, view } })?.what).toBe(
    "a match of 2 seats does not begin: seen of its view has what JSON cannot hold",
  );
});
