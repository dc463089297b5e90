import { type BotKind, BOT_KINDS } from "./bot-table.ts";
import { type CapacityFigures, type CapacityScale, PACE } from "./measure.ts";

/** What a table to be rented for is like. The report prints it beside the plan. */
export const ASSUMPTIONS = {
  /** Share of the tables that are played at the busiest time; the others sleep, as those by days do. */
  awake: 0.5,
  /** Of each table that is played. */
  watchers: 1,
  temples: 0.05,
  /** Seats of bots, by kind, besides the people: they decide as often as a person. */
  bots: { easy: 0.2, skilled: 0.2, strong: 0.05 } satisfies Record<BotKind, number>,
  /** Share of a core that is used at the busiest time: the rest is for bursts, starts and handed-over matches. */
  used: 0.5,
  /** Share of the memory that is used. */
  filled: 0.7,
} as const;

const MB = 1e6;
const SEATS = 4;

export interface Plan {
  readonly tables: number;
  /** Cores in use at the busiest time: of the servers, and of the bots' processes. */
  readonly servers: number;
  readonly bots: number;
  /** Server processes: each uses one core. */
  readonly processes: number;
  /** Cores, GB of memory and GB of disk to rent. */
  readonly cores: number;
  readonly memory: number;
  readonly disk: number;
}

/** Computes what so many tables need by the assumptions. */
export function planFor(figures: CapacityFigures, tables: number): Plan {
  const { awake, watchers, temples, bots, used, filled } = ASSUMPTIONS;
  const { server, table, sleeping, watcher, temple, bridge } = figures;
  const played = tables * awake;
  const servers = played * (table.processor + (watchers * watcher.entry) / PACE);
  const sum = (read: (kind: BotKind) => number) =>
    BOT_KINDS.reduce((total, kind) => total + bots[kind] * read(kind), 0);
  const thinking = (played * sum((kind) => figures.bots[kind].thought)) / (PACE * SEATS);
  const processes = Math.ceil(servers / used);
  const thinkers = Math.ceil(thinking / used);
  const held =
    processes * server.memory +
    bridge.memory +
    played * (Math.max(table.early, table.late) + watchers * watcher.memory + temples * temple.memory) +
    (tables - played) * sleeping.memory +
    thinkers * Math.max(figures.bots.skilled.memory, figures.bots.strong.memory);
  return {
    tables,
    servers,
    bots: thinking,
    processes,
    cores: Math.max(1, processes + thinkers),
    memory: held / filled / 1e9,
    disk: (tables * sleeping.stored) / 1e9,
  };
}

/** Formats the measured rows and the plans as two tables of Markdown, with what they assume. */
export function formatCapacity(figures: CapacityFigures, scale: CapacityScale): string {
  return [formatRows(figures, scale), formatPlans(figures)].join("\n\n");
}

function formatRows(figures: CapacityFigures, scale: CapacityScale): string {
  const { server, table, seat, sleeping, watcher, temple, bridge, bots } = figures;
  const people = `${scale.tables} tables, a decision every ${PACE} s at each, ${scale.seconds} s`;
  const watched = `${scale.watched * scale.watchers} watchers, ${scale.seconds} s`;
  const beads = `${scale.temples} temples, ${scale.seconds} s`;
  const rows: [what: string, core: string, perCore: string, memory: string, perGB: string, how: string][] = [
    ["a server without tables", "", "", mega(server.memory), "", `after ${scale.settle} s`],
    [
      "a table of four people, awake",
      `${milli(table.processor)} a second`,
      many(1 / table.processor),
      "",
      "",
      people,
    ],
    ["a decision there", milli(table.decision), `${many(1 / table.decision)} a second`, "", "", people],
    [
      "a seat that is taken",
      milli(seat.processor),
      `${many(1 / seat.processor)} a second`,
      "",
      "",
      `${scale.tables} tables`,
    ],
    ["a table that begins", "", "", kilo(table.early), many(1e9 / table.early), `${scale.early} tables`],
    ["a table at entry 300", "", "", kilo(table.late), many(1e9 / table.late), `${scale.late} tables`],
    [
      "a table asleep",
      "none",
      "",
      kilo(sleeping.memory),
      sleeping.memory < 1 ? "no limit found" : many(1e9 / sleeping.memory),
      `${scale.sleeping} tables; ${kilo(sleeping.stored)} of disk each`,
    ],
    [
      "a watcher",
      `${milli(watcher.entry / PACE)} a second`,
      many(PACE / watcher.entry),
      kilo(watcher.memory),
      many(1e9 / watcher.memory),
      watched,
    ],
    ["a bridge without temples", "", "", mega(bridge.memory), "", `after ${scale.settle} s`],
    ["a temple", "", "", kilo(temple.memory), many(1e9 / temple.memory), beads],
    ["a bead, in server and bridge", milli(temple.bead), `${many(1 / temple.bead)} a second`, "", "", beads],
    ...BOT_KINDS.map((kind): (typeof rows)[number] => {
      const { thought, command, memory, decisions } = bots[kind];
      const cost = kind === "easy" ? command : thought;
      const where = memory === 0 ? "in the server" : `${mega(memory)} a process`;
      const how = `${scale.bots[kind]} tables, ${scale.seconds} s, ${decisions} decisions`;
      return [
        `a decision of ${kind === "easy" ? "an" : "a"} ${kind} bot`,
        milli(cost),
        `${many(1 / cost)} a second`,
        where,
        "",
        how,
      ];
    }),
  ];
  const head = [
    "| what | a core's time | a core has room for | memory | a GB has room for | measured with |",
    "|---|---|---|---|---|---|",
  ];
  return [...head, ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
}

function formatPlans(figures: CapacityFigures): string {
  const { awake, watchers, temples, bots, used, filled } = ASSUMPTIONS;
  const plans = [100, 1_000, 10_000].map((tables) => planFor(figures, tables));
  const rows = plans.map(
    (plan) =>
      `| ${plan.tables.toLocaleString("en")} | ${plan.servers.toFixed(2)} | ${plan.bots.toFixed(2)} | ${plan.processes} | ${plan.cores} | ${plan.memory.toFixed(1)} GB | ${plan.disk.toFixed(1)} GB |`,
  );
  return [
    "| tables | cores that play | cores that think for bots | server processes | cores to rent | memory | disk of the tables |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
    `Assumed: ${percent(awake)} of the tables are played at the busiest time, the others sleep. At each that is played sit four people, a`,
    `decision falls every ${PACE} s, ${watchers} person watches, ${percent(temples)} have a temple, and bots have ${BOT_KINDS.map((kind) => `${bots[kind]} (${kind})`).join(", ")} seats,`,
    `which decide as often as a person. A core is used at ${percent(used)}, the memory at ${percent(filled)}. Not included: the system, Redis and PostgreSQL.`,
  ].join("\n");
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const milli = (seconds: number) => `${Number((seconds * 1000).toPrecision(2))} ms`;
const kilo = (bytes: number) =>
  bytes < 1_000 ? `${Math.round(bytes)} bytes` : `${Math.round(bytes / 1_000)} KB`;
const mega = (bytes: number) => `${Math.round(bytes / MB)} MB`;
/** Two digits of a number: more were not measured. */
const many = (count: number) =>
  Number.isFinite(count) ? Number(count.toPrecision(2)).toLocaleString("en") : "no limit found";
