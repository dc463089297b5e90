import { discWords, type Sign, SIGNS, spaceName } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import { DISC_OF_SIGN, knownSigns } from "../board/signs.ts";
import type { FlowerWarScene } from "../scene.ts";
import { texts } from "../texts.ts";
import type { News } from "./news.ts";
import styles from "./news.module.css";

interface Props {
  readonly scene: FlowerWarScene;
  readonly news: Extract<News, { type: "disc" }>;
}

/** The disc that the viewer earned: what it gives them, and which signs they have now. */
export function DiscNews({ scene, news: { disc, space, rack } }: Props) {
  const words = discWords(disc, texts());
  const signs = scene.seat === null ? [] : knownSigns(scene.view, scene.seat);
  return (
    <>
      <header className={styles.head}>
        <h2>{i18n._("The disc of {disc} is yours", { disc })}</h2>
        <p>{i18n._("You took the last skull of {space}.", { space: spaceName(space) })}</p>
      </header>
      <div className={styles.gift}>
        <span className={styles.medal}>
          <Drawing sheet="signs" id={disc} label={words.meaning} />
        </span>
        <ul>
          <li>{words.bonus.short}.</li>
          <li>{words.tribute}</li>
          <li>
            {i18n._("The rack is filled again: {rack, plural, one {# skull} other {# skulls}}.", { rack })}
          </li>
        </ul>
      </div>
      <p className={styles.signs}>
        {SIGNS.map((sign) => (
          <span key={sign} className={signs.includes(sign) ? styles.sign : styles.noSign}>
            <Drawing sheet="signs" id={DISC_OF_SIGN[sign]} />
          </span>
        ))}
        {describeSigns(signs)}
      </p>
    </>
  );
}

function describeSigns(held: readonly Sign[]): string {
  const missing = SIGNS.filter((sign) => !held.includes(sign));
  const [only] = missing;
  if (missing.length === 1 && only !== undefined) {
    return i18n._("Only one sign is missing: {sign}.", { sign: texts().signs[only] });
  }
  return i18n._("You hold {n} of the 3 signs.", { n: held.length });
}
