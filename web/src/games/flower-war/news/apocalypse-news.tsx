import { discWords, GODS } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import { apocalypseWords } from "../board/board-words.ts";
import { activeRules } from "../board/reach.ts";
import type { FlowerWarScene } from "../scene.ts";
import { readerFor, texts } from "../texts.ts";
import type { News } from "./news.ts";
import styles from "./news.module.css";

interface Props {
  readonly scene: FlowerWarScene;
  readonly news: Extract<News, { type: "apocalypse" }>;
}

/** The apocalypse begins: which god is ahead, what that means, which rules change, and who keeps the count. */
export function ApocalypseNews({ scene, news: { apocalypse, offerings } }: Props) {
  const { table } = scene.view;
  const { things, gods } = texts();
  const { ruling } = apocalypse;
  const then = { ...table, apocalypse, offerings };
  const keeping = apocalypseWords(then, readerFor(scene.seat, scene.people)).at(-1);
  return (
    <>
      <header className={styles.head}>
        <h2>{i18n._("The 13 days begin")}</h2>
        <p className={styles.gods}>
          {GODS.toReversed().map((god) => (
            <span key={god}>
              <Drawing sheet="marks" id={`shrine-${god}`} label={gods[god].name} />
              <b>{offerings[god]}</b>
            </span>
          ))}
        </p>
      </header>
      <p className={styles.ruling}>
        <strong>{ruling === null ? i18n._("Both gods have the same") : things[ruling].name}.</strong>{" "}
        {ruling === null ? things.forestalled.about : things[ruling].about}
      </p>
      <ul className={styles.rules}>
        {activeRules(then).map((disc) => (
          <li key={disc}>
            <span className={styles.sign}>
              <Drawing sheet="signs" id={disc} label={disc} />
            </span>
            {discWords(disc, texts()).change}
          </li>
        ))}
      </ul>
      <p>{keeping}</p>
    </>
  );
}
