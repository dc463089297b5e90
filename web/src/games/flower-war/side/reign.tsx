import { discWords } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { Panel } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { apocalypseWords, LAST_COUNT } from "../board/board-words.ts";
import { activeRules } from "../board/reach.ts";
import type { FlowerWarScene } from "../scene.ts";
import { readerFor, texts } from "../texts.ts";
import styles from "./side.module.css";

/** The apocalypse while it counts: what rules, how the gods stand, and the rules that its discs have changed. */
export function Reign({ scene }: { scene: FlowerWarScene }) {
  const { table } = scene.view;
  const { apocalypse, offerings } = table;
  if (apocalypse.state === "none") return null;
  const { things } = texts();
  const thing = apocalypse.state === "forestalled" ? "forestalled" : (apocalypse.ruling ?? "apocalypse");
  const [, ...sentences] = apocalypseWords(table, readerFor(scene.seat, scene.people));
  return (
    <Panel
      title={i18n._("{name}, day {count} of {last}", {
        name: things[thing].name,
        count: apocalypse.count,
        last: LAST_COUNT,
      })}
      className={`${styles.reign} ${styles[thing] ?? ""}`}
    >
      <p>
        <b>
          {i18n._("Tlaloc {tlaloc}, Huitzilopochtli {huitzilopochtli}.", {
            tlaloc: offerings.tlaloc,
            huitzilopochtli: offerings.huitzilopochtli,
          })}
        </b>{" "}
        {sentences.join(" ")}
      </p>
      <ul className={styles.rules}>
        {activeRules(table).map((disc) => (
          <li key={disc}>
            <span className={styles.medal}>
              <Drawing sheet="signs" id={disc} label={disc} />
            </span>
            {discWords(disc, texts()).change}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
