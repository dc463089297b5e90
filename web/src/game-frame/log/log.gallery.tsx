import { PartPage } from "../../gallery/parts.tsx";
import type { Exhibit } from "../../gallery/gallery.tsx";
import { GATHERING } from "../../gallery/fake-match.ts";
import { LogPanel } from "./log-panel.tsx";
import { ReturnCard } from "./return-note.tsx";
import type { LogTurn } from "./turns.ts";

const TURNS: readonly LogTurn[] = ["east", "north", "south", "west"].map((seat, i) => ({
  key: `${i}`,
  number: i + 1,
  seat,
  lines: [
    { key: `${i}/0`, n: 2 * i + 1, seat, about: [], at: 0, words: "A 4 is rolled." },
    {
      key: `${i}/1`,
      n: 2 * i + 2,
      seat,
      about: [],
      at: 0,
      words: "Four skulls are collected from 4 cuetzpalin.",
    },
  ],
}));

/** More turns than are in the document at first. */
const LONG: readonly LogTurn[] = Array.from(
  { length: 31 },
  (_, i): LogTurn => ({
    key: `${i}`,
    number: i + 1,
    seat: "east",
    lines: [{ key: `${i}/0`, n: i + 1, seat: "east", about: [], at: 0, words: "A 4 is rolled." }],
  }),
);

const panel = (beginning: "reading" | "read" | "failed", turns = TURNS) => (
  <PartPage title="Log">
    <LogPanel log={{ turns, beginning, read: () => {} }} seat="east" people={GATHERING} />
  </PartPage>
);

const exhibits: readonly Exhibit[] = [
  { name: "log", render: () => panel("read") },
  { name: "log-long", render: () => panel("read", LONG) },
  { name: "log-reading", render: () => panel("reading") },
  { name: "log-failed", render: () => panel("failed") },
  { name: "log-empty", render: () => panel("read", []) },
  {
    name: "log-return",
    render: () => (
      <PartPage title="Log">
        <ReturnCard
          since={{ at: 0, lines: TURNS.slice(1).flatMap(({ lines }) => lines) }}
          ago="5 minutes ago"
          onClose={() => {}}
        />
      </PartPage>
    ),
  },
];
export default exhibits;
