import {
  type Card,
  cardName,
  discWords,
  spaceName,
  SPACES,
  spaceSentences,
} from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { Button } from "../../../design/parts/button.tsx";
import { Panel } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { discsOff, discsToTrigger } from "../board/signs.ts";
import { distanceWords, seatsOn } from "../board/space-words.ts";
import type { FlowerWarScene } from "../scene.ts";
import { readerFor, say, texts } from "../texts.ts";
import styles from "./side.module.css";

interface Props {
  readonly scene: FlowerWarScene;
  /** The number of the space. */
  readonly space: number;
  readonly onCard: (card: Card) => void;
}

/** A space in words: what lies there, what its disc gives, and what landing there brings. */
export function SpacePanel({ scene, space, onCard }: Props) {
  const { table } = scene.view;
  const id = SPACES[space - 1];
  if (id === undefined) return null;
  const reader = readerFor(scene.seat, scene.people);
  const words = discWords(id, texts());
  const [first, ...others] = spaceSentences(table, space, texts(), reader).map(say);
  const distance = distanceWords(table, space, scene.seat);
  const here = seatsOn(table, space).filter((seat) => seat !== scene.seat);
  const top = table.spaces[space - 1]?.top ?? null;
  return (
    <Panel title={i18n._("Space {name}", { name: spaceName(space) })} quiet className={styles.space}>
      <div className={styles.head}>
        <span className={styles.medal}>
          <Drawing sheet="signs" id={id} />
        </span>
        <div>
          <h3>{spaceName(space)}</h3>
          <p>
            {words.meaning}
            {distance === null ? "" : `, ${distance}`}
          </p>
        </div>
      </div>
      <p>
        <b className={styles.strong}>{first}</b> {others.join(" ")}
        {triggers(scene, space) ? ` ${i18n._("With it the 13 days begin.")}` : ""}
      </p>
      <p>
        {i18n._("Disc: {bonus}.", { bonus: words.bonus.short })}{" "}
        {words.sign === null ? "" : <b>{say(words.sign)}</b>}
      </p>
      {here.length === 0 ? null : (
        <p>
          {i18n._("Landing here starts a battle with {who}.", {
            who: here.map((seat) => reader.nameOf(seat)).join(", "),
          })}
        </p>
      )}
      {top === null ? null : (
        <Button className={styles.read} onClick={() => onCard(top)}>
          {i18n._("Read {card}", { card: cardName(top, texts()) })}
        </Button>
      )}
    </Panel>
  );
}

/** Whether the space's disc would begin the apocalypse now. */
function triggers({ view: { table } }: FlowerWarScene, space: number): boolean {
  const trigger = discsToTrigger(table);
  const { rack, disc } = table.spaces[space - 1] ?? { rack: 0, disc: null };
  return table.apocalypse.state === "none" && disc === null && rack === 1 && discsOff(table) === trigger - 1;
}
