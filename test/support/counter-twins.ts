import {
  type Counter,
  type Display,
  formatAct,
  formatBead,
  formatDisplay,
  formatState,
} from "@flower-war/client-sdk/temple";
import * as fc from "fast-check";

/** What both counting cores are put through, the SDK's and the firmware's. */
export type Step = readonly [operation: string, ...words: (string | number)[]];

/** A picture of a match. */
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

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>(["drop", "h"], ["drop", "t"]) },
  { weight: 6, arbitrary: fc.constant<Step>(["tick"]) },
  fc.constant<Step>(["connect"]),
  fc.constantFrom<Step>(["press", "pair"], ["press", "unpair"], ["press", "returned"]),
  fc.nat(9).map((seq): Step => ["answered", seq]),
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

/** What a step makes the SDK's counter say, and when it is due next. */
export function play(counter: Counter, now: number, [operation, first = "", second = ""]: Step): string[] {
  const said: string[] = [];
  if (operation === "drop") said.push(formatBead(counter.drop(first === "h" ? "h" : "t", now)));
  if (operation === "connect") said.push(formatState(counter.connected(now)));
  if (operation === "press") {
    const act = first === "returned" ? ({ act: first, slot: "t", num: 2 } as const) : null;
    said.push(formatAct(counter.press(act ?? { act: first === "pair" ? "pair" : "unpair" }, now)));
  }
  if (operation === "answered") counter.answered(Number(first));
  if (operation === "display") counter.show({ ...DISPLAY, ...JSON.parse(String(first)) });
  if (operation === "notice") counter.notice({ id: String(first), online: true, start: String(second) }, now);
  if (operation === "heeds") said.push(counter.heeds({ id: String(first), op: "report" }) ? "yes" : "no");
  if (operation === "faults") {
    counter.setFaults(
      ["blocked-h", "blocked-t"].filter((_, bit) => (Number(first) >> bit) % 2 === 1),
      now,
    );
  }
  if (operation === "epoch") counter.restartCounting(String(first));
  if (operation === "tick") {
    const { state, act } = counter.tick(now);
    if (state !== null) said.push(formatState(state));
    if (act !== null) said.push(formatAct(act));
  }
  return [...said, `due ${counter.due()}`];
}

/** Messages are compared by what they say: the order of fields is free. */
export const meaning = (line: string): unknown => (line.startsWith("{") ? JSON.parse(line) : line);
