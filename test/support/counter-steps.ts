import { type Counter } from "@flower-war/devices";
import { type Display, formatAct, formatBead, formatDisplay, formatState } from "@flower-war/protocol/temple";
import * as fc from "fast-check";

/** What happens to both counters, the one in TypeScript and the firmware's: an operation and its arguments. */
export type Step = readonly [operation: string, ...args: (string | number)[]];

/** A display in which both slots are open. */
export const DISPLAY: Display = {
  phase: "playing",
  code: null,
  expires: null,
  match: "FW7K",
  turn: 1,
  seat: null,
  step: null,
  mark: "M.1",
  open: { h: true, t: true },
  left: 3,
  offerings: { h: 0, t: 0 },
  fix: { h: 0, t: 0 },
  epoch: "b1b1b1b1",
  judged: { h: 0, t: 0 },
  apocalypse: { state: "none", count: 0, of: 13, ruling: null },
  last: null,
  lines: [],
};

export const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>(["drop", "h"], ["drop", "t"]) },
  { weight: 6, arbitrary: fc.constant<Step>(["tick"]) },
  fc.constant<Step>(["connect"]),
  fc.constantFrom<Step>(["press", "pair"], ["press", "unpair"], ["press", "returned"]),
  fc
    .tuple(fc.nat(9), fc.boolean())
    .map(([seq, isPending]): Step => [isPending ? "deferred" : "answered", seq]),
  fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.boolean()).map(
    ([mark, h, t, ours]): Step => [
      "display",
      formatDisplay({
        ...DISPLAY,
        mark: `M.${mark}`,
        judged: { h, t },
        epoch: ours ? "b1b1b1b1" : "b2b2b2b2",
      }),
    ],
  ),
  fc.tuple(fc.nat(1), fc.nat(2)).map(([id, start]): Step => ["notice", `bridge-${id}`, `start-${start}`]),
  fc.nat(5).map((id): Step => ["heeds", `cmd-${id}`]),
  fc.nat(3).map((faults): Step => ["faults", faults]),
  fc.constantFrom<Step>(["epoch", "e1e1e1e1"], ["epoch", "b1b1b1b1"]),
);

/** Applies a step to the counter in TypeScript. Returns what it publishes and answers, and when it is due next. */
export function applyStep(
  counter: Counter,
  now: number,
  [operation, first = "", second = ""]: Step,
): string[] {
  const printed: string[] = [];
  if (operation === "drop") printed.push(formatBead(counter.drop(first === "h" ? "h" : "t", now)));
  if (operation === "connect") printed.push(formatState(counter.beginConnection(now)));
  if (operation === "press") {
    const act = first === "returned" ? ({ act: first, slot: "t", num: 2 } as const) : null;
    printed.push(formatAct(counter.press(act ?? { act: first === "pair" ? "pair" : "unpair" }, now)));
  }
  if (operation === "answered" || operation === "deferred")
    counter.answerAct(Number(first), operation === "deferred", now);
  if (operation === "display") counter.show({ ...DISPLAY, ...JSON.parse(String(first)) });
  if (operation === "notice")
    counter.handleNotice({ id: String(first), online: true, start: String(second) }, now);
  if (operation === "heeds")
    printed.push(counter.acceptCommand({ id: String(first), op: "report" }) ? "yes" : "no");
  if (operation === "faults") {
    counter.setFaults(
      ["blocked-h", "blocked-t"].filter((_, bit) => (Number(first) >> bit) % 2 === 1),
      now,
    );
  }
  if (operation === "epoch") counter.restartCounting(String(first));
  if (operation === "tick") {
    const { state, act } = counter.tick(now);
    if (state !== null) printed.push(formatState(state));
    if (act !== null) printed.push(formatAct(act));
  }
  return [...printed, `due ${counter.nextDueAt()}`];
}

/** Parses a printed message, so that two are equal whatever the order of their fields. Other lines stay as they are. */
export function parseLine(line: string): unknown {
  return line.startsWith("{") ? JSON.parse(line) : line;
}
