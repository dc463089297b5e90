import { Drawing } from "../art/drawing.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { i18n } from "../texts/index.ts";
import type { TempleMove } from "./temple-moves.ts";

interface Props {
  readonly moves: readonly TempleMove[];
  /** The viewer's; `null`: they watch. */
  readonly seat: string | null;
}

/** Which seats play with a temple from now on, or with another one. */
export function OpenTempleMoves({ moves, seat: own }: Props) {
  return (
    <>
      {moves.map((move) => (
        <Notice
          key={move.seat}
          level={null}
          picture={<Drawing sheet="marks" id="temple" />}
          title={move.seat === own ? describeOwn(move) : describe(move)}
        />
      ))}
    </>
  );
}

function describeOwn({ from, to }: TempleMove): string {
  return from === null
    ? i18n._("You play with {temple} now", { temple: to })
    : i18n._("You play with {temple} now, no longer with {before}", { temple: to, before: from });
}

function describe({ name, from, to }: TempleMove): string {
  return from === null
    ? i18n._("{name} plays with {temple} now", { name, temple: to })
    : i18n._("{name} plays with {temple} now, no longer with {before}", { name, temple: to, before: from });
}
