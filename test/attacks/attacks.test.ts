/** What attackers get, and what a seated table feels meanwhile: docs/security.md. */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { lacks } from "../support/programs.ts";
import { AttackedHost, hostKindOf, type HostKind } from "./host.ts";
import { judgeFacts, judgeTimes } from "./judge.ts";
import { Neighbours } from "./processes/child.ts";
import { formatRow, writeFigures } from "./figures/table.ts";
import { CI_ROWS, ROWS, type Row } from "./rows/index.ts";
import { type Durations, type Figures, runAttack } from "./run.ts";

/** `ci`: some rows, for a short time. `all`: all of them. `report`: all, and their figures are written into docs/security.md. */
const WHICH = process.env["FLOWER_WAR_ATTACKS"] ?? "ci";
/** Runs only the rows whose title has these words. */
const ONLY = process.env["FLOWER_WAR_ATTACK"] ?? "";
const DURATIONS: Durations = { before: 1_000, during: 2_000, control: 1_200 };
/** Attempts at a row whose times are wrong: another program may have had the machine. */
const ATTEMPTS = 3;
const REPORT = join(ROOT, "docs/security.md");

const rows = (WHICH === "ci" ? CI_ROWS : ROWS).filter((row) => titleOf(row).includes(ONLY));
const measured = new Map<Row, Figures>();

function titleOf({ attack, way }: Row): string {
  return `${attack.over}, ${way}: ${attack.name}`;
}

/** An address of this machine for each row and attempt, so that no row pays for what another one did. */
function addressOf(row: Row, attempt: number): string {
  return `127.${1 + attempt}.${ROWS.indexOf(row) >> 8}.${1 + (ROWS.indexOf(row) % 250)}`;
}

const KINDS: readonly { readonly kind: HostKind; readonly name: string }[] = [
  { kind: "bare", name: "a host as npm start runs it" },
  { kind: "grown", name: "a host behind nginx and with Mosquitto" },
];

const rowsOf = (kind: HostKind): Row[] => rows.filter(({ way }) => hostKindOf(way) === kind);

describe.each(KINDS.filter(({ kind }) => rowsOf(kind).length > 0))("$name", ({ kind }) => {
  const own = rowsOf(kind);
  const isMissing = kind === "grown" && lacks("nginx", "mosquitto");
  let world: Promise<{ host: AttackedHost; neighbours: Neighbours }> | null = null;

  async function open() {
    const host = await AttackedHost.start(kind);
    const neighbours = new Neighbours();
    await neighbours.open(host.url);
    await host.prepare();
    return { host, neighbours };
  }

  afterAll(async () => {
    const opened = await world;
    if (!opened) return;
    await opened.neighbours.end();
    expect(await opened.host.stop()).toBe(0);
  });

  test.skipIf(isMissing).each(own.map((row) => ({ title: titleOf(row), row })))(
    "$title",
    { timeout: 60_000 },
    async ({ row }) => {
      world ??= open();
      const { host, neighbours } = await world;
      let wrong: string[] = [];
      let met = "";
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const from = addressOf(row, attempt);
        const figures = await runAttack(row.attack, row.way, host, neighbours, from, DURATIONS);
        measured.set(row, figures);
        met = `${formatRow(row, figures)} ${JSON.stringify(figures.messages)}`;
        if (WHICH === "report") console.log(met);
        expect(judgeFacts(figures), met).toEqual([]);
        wrong = judgeTimes(figures);
        if (wrong.length === 0) return;
      }
      expect(wrong, met).toEqual([]);
    },
  );
});

afterAll(() => {
  if (WHICH === "report") writeFigures(REPORT, measured, ROWS);
});
