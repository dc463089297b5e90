import { Refusal, type TableSummary } from "@flower-war/client-sdk";
import { GATHERING } from "../gallery/fake-match.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { NoMatch } from "../no-match/no-match.tsx";
import type { Action } from "../session/use-action.ts";
import { Door } from "./door-page.tsx";
import type { DoorProps } from "./invitation-card.tsx";

const idle: Action = { busy: false, error: null, run: () => {}, clear: () => {} };

const TABLE: TableSummary = {
  status: "gathering",
  private: false,
  silent: false,
  language: "",
  codeShown: true,
  preset: "flower-war",
  minutes: 104,
  options: {},
  changed: [],
  clock: { turn: 120_000, reserve: 300_000, increment: 5000, warning: 30_000, awayAfter: 3, away: "bot" },
  start: "host",
  startsAt: 0,
  seats: [...GATHERING],
  free: ["topan", "mictlan"],
  createdAt: 0,
};

function door(table: Partial<TableSummary>, props: Partial<DoorProps> = {}) {
  return (
    <Door
      game="flower-war"
      code="A346"
      link="/matches/A346"
      table={{ ...TABLE, ...table }}
      isInvited={false}
      mine={[]}
      action={idle}
      onBack={() => {}}
      onSit={() => {}}
      onWatch={() => {}}
      {...props}
    />
  );
}

const refusal = (code: string) => new Refusal({ code, message: code });
const full = GATHERING.filter(({ kind }) => kind !== "open");
const mine = {
  server: "",
  match: "gallery00000",
  code: "A346",
  game: "flower-war",
  seat: "south",
  token: "token",
} as const;

const exhibits: readonly Exhibit[] = [
  { name: "door", render: () => door({}) },
  {
    name: "door-seat-taken",
    render: () => door({}, { action: { ...idle, error: refusal("seat-taken") } }),
  },
  {
    name: "door-accounts",
    render: () => door({ admission: "accounts" }, { action: { ...idle, error: refusal("accounts-only") } }),
  },
  { name: "door-invited-only", render: () => door({ admission: "invited" }) },
  { name: "door-own-seat", render: () => door({}, { mine: [mine] }) },
  {
    name: "door-private",
    render: () =>
      door({
        private: true,
        codeShown: false,
        preset: "",
        minutes: null,
        options: { rackSize: 5, cardCosts: "free" },
        changed: ["rackSize", "cardCosts"],
        clock: null,
        start: "full",
      }),
  },
  { name: "door-full", render: () => door({ seats: full, free: [] }) },
  { name: "door-begun", render: () => door({ seats: full, free: [], status: "playing" }) },
  { name: "door-unknown", render: () => <NoMatch code="ZZZZ" /> },
  { name: "door-wrong-link", render: () => <NoMatch code="gallery00000-Ab3" /> },
  { name: "door-refused", render: () => <NoMatch code="A346" error={refusal("unavailable")} /> },
];
export default exhibits;
