import { otherSeat, type Seat } from "@flower-war/client-sdk/tieqchieq";
import { Drawing } from "../../../art/drawing.tsx";
import { Panel } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { texts } from "../texts.ts";
import styles from "./players.module.css";

/** What the squares do to a colour. */
export function Legend({ seat }: { readonly seat: Seat }) {
  const lines: readonly (readonly [string, string, string])[] = [
    ["ring", texts().places.ring.name, i18n._("another turn")],
    ["sun", texts().places.sun.name, i18n._("another turn, no battle")],
    [`plus-${seat}`, i18n._("Your plus"), i18n._("may go 1 further")],
    [`land-${otherSeat(seat)}`, texts().places["territory-enemy"].name, i18n._("costs you 3")],
    [`end-${seat}`, i18n._("Your X"), i18n._("reach it exactly")],
  ];
  return (
    <Panel title={i18n._("Where you land")} className={styles.legend}>
      <ul>
        {lines.map(([drawing, name, does]) => (
          <li key={drawing}>
            <Drawing sheet="tieqchieq" id={drawing} />
            <span>
              <b>{name}</b> {does}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
