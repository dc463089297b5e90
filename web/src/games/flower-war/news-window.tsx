import type { ReactNode } from "react";
import { Button } from "../../design/parts/button.tsx";
import { Medal } from "../../design/parts/medal.tsx";
import { i18n } from "../../texts/index.ts";
import { useKeys } from "../../base/use-keys.ts";
import { type FlowerWarScene, readerFor, texts } from "./texts.ts";
import type { News } from "./news.ts";
import { useClosing } from "../../game-frame/table/modal-window.tsx";
import styles from "./news.module.css";
import { discWords, GODS, type Sign, SIGNS, spaceName } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../art/drawing.tsx";
import { activeRules, DISC_OF_SIGN, knownSigns } from "./board/signs.ts";
import { apocalypseWords, chosenWords } from "./board/words.ts";

/** ms after which a window closes by itself: enough to read it. */
const SHOWN: { readonly [T in News["type"]]: number } = { disc: 9000, apocalypse: 20_000 };

interface NewsWindowProps {
  readonly scene: FlowerWarScene;
  readonly news: News;
  readonly onClose: () => void;
}

/**
 * A window over the board with news. It is no dialog: it takes no focus and leaves the action free, so that it holds up no
 * decision. Its button, Escape and time close it.
 */
export function NewsWindow({ scene, news, onClose }: NewsWindowProps) {
  return (
    <div className={styles.place} data-news>
      <Shown key={keyOf(news)} news={news} onClose={onClose}>
        {news.type === "disc" ? (
          <DiscNews scene={scene} news={news} />
        ) : (
          <ApocalypseNews scene={scene} news={news} />
        )}
      </Shown>
    </div>
  );
}

const keyOf = (news: News): string => (news.type === "disc" ? news.disc : news.type);

interface ShownProps {
  readonly news: News;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Shown({ news, onClose, children }: ShownProps) {
  useClosing(SHOWN[news.type], onClose);
  useKeys({ escape: onClose });
  const tone = news.type === "disc" ? "disc" : (news.apocalypse.ruling ?? "even");
  return (
    <div className={`${styles.window} ${styles[tone]}`}>
      {children}
      <Button tone="gold" className={styles.close} shortcut="Escape" onClick={onClose}>
        {i18n._("Go on")}
      </Button>
    </div>
  );
}

interface DiscNewsProps {
  readonly scene: FlowerWarScene;
  readonly news: Extract<News, { type: "disc" }>;
}

/** The disc that the viewer earned: what it gives them, and which signs they have now. */
function DiscNews({ scene, news: { disc, space, rack } }: DiscNewsProps) {
  const words = discWords(disc, texts());
  const signs = scene.seat === null ? [] : knownSigns(scene.view, scene.seat);
  return (
    <>
      <header className={styles.head}>
        <h2>{i18n._("The disc of {disc} is yours", { disc })}</h2>
        <p>{i18n._("You took the last skull of {space}.", { space: spaceName(space) })}</p>
      </header>
      <div className={styles.gift}>
        <Medal>
          <Drawing sheet="signs" id={disc} label={words.meaning} />
        </Medal>
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
          <Medal key={sign} missing={!signs.includes(sign)}>
            <Drawing sheet="signs" id={DISC_OF_SIGN[sign]} />
          </Medal>
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

interface ApocalypseNewsProps {
  readonly scene: FlowerWarScene;
  readonly news: Extract<News, { type: "apocalypse" }>;
}

/** The apocalypse begins: which god is ahead, what that means, which rules change, and who keeps the count. */
function ApocalypseNews({ scene, news: { apocalypse, offerings } }: ApocalypseNewsProps) {
  const { table } = scene.view;
  const { things, gods } = texts();
  const { ruling } = apocalypse;
  const then = { ...table, apocalypse, offerings };
  const keeping = apocalypseWords(then, readerFor(scene)).at(-1);
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
            <Medal>
              <Drawing sheet="signs" id={disc} label={disc} />
            </Medal>
            {discWords(disc, texts()).change}
          </li>
        ))}
      </ul>
      <p>{[...chosenWords(table), keeping].join(" ")}</p>
    </>
  );
}
