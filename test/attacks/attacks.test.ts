/** What attackers get, and what a seated table feels meanwhile: docs/security.md. */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lacks } from "../support/programs.ts";
import { ROOT } from "../support/root.ts";
import { type Attack, OPENS_PER_SECOND, type Traffic } from "./attack.ts";
import { formatRow, writeFigures } from "./figures/table.ts";
import { AttackedHost, type HostKind, hostKindOf } from "./host.ts";
import { judgeFacts, judgeStandstill, judgeTimes } from "./judge.ts";
import { Neighbours } from "./processes/child.ts";
import { CI_ROWS, ROWS, type Row } from "./rows/index.ts";
import { type Figures, runAttack } from "./run.ts";

/**
 * `ci`: some rows, whose times are judged as on a busy machine. `all`: all of them, judged as on a machine of their own. `report`: likewise,
 * and their figures are written into docs/security.md.
 */
const WHICH = process.env["FLOWER_WAR_ATTACKS"] ?? "ci";
/** Runs only the rows whose title has these words. */
const ONLY = process.env["FLOWER_WAR_ATTACK"] ?? "";
/** Another program may have had the machine. */
const ATTEMPTS = 3;
const QUIET = {
  parts: () => ({ before: 1_000, during: () => 2_000, control: 1_200, needsControl: () => true }),
  judge: judgeTimes,
};
/** ms that an attack lasts which needs no more. */
const SHORT = 1_000;
const BUSY = {
  parts: ({ gets }: Attack) => ({
    before: 300,
    during: (traffic: Traffic) => {
      const isShort = gets.cutWithin === null && (gets.served ?? 0) < 200 && openingOf(traffic) < SHORT;
      // A socket that is never cut must be open for longer than a busy machine may take to cut it.
      return isShort ? SHORT : 2_200;
    },
    control: 700,
    // The control only allows more.
    needsControl: (figures: Figures) => judgeStandstill(figures).length > 0,
  }),
  judge: judgeStandstill,
};
const { parts, judge } = WHICH === "ci" ? BUSY : QUIET;
const REPORT = join(ROOT, "docs/security.md");

const rows = (WHICH === "ci" ? CI_ROWS : ROWS).filter((row) => titleOf(row).includes(ONLY));
const measured = new Map<Row, Figures>();

/** Returns the ms in which an attacker opens its sockets. */
function openingOf({ sockets, opens = OPENS_PER_SECOND }: Traffic): number {
  return (sockets / opens) * 1000;
}

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

  test.skipIf(isMissing).each(own.map((row) => ({ title: titleOf(row), row })))("$title", async ({ row }) => {
    world ??= open();
    const { host, neighbours } = await world;
    let wrong: string[] = [];
    let met = "";
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const from = addressOf(row, attempt);
      const figures = await runAttack(row.attack, row.way, { host, neighbours }, from, parts(row.attack));
      measured.set(row, figures);
      met = `${formatRow(row, figures)} ${JSON.stringify(figures.messages)}`;
      if (WHICH === "report") console.log(met);
      expect(judgeFacts(figures), met).toEqual([]);
      wrong = judge(figures);
      if (wrong.length === 0) return;
    }
    expect(wrong, met).toEqual([]);
  });
});

afterAll(() => {
  if (WHICH === "report") writeFigures(REPORT, measured, ROWS);
});
