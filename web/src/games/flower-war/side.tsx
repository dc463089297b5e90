import type { TablePart } from "./handling.ts";
import styles from "./side.module.css";
import {
  type Card,
  cardName,
  discWords,
  spaceName,
  SPACES,
  spaceSentences,
} from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../art/drawing.tsx";
import { Medal } from "../../design/parts/medal.tsx";
import { Panel } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import { apocalypseWords, distanceWords, LAST_COUNT, leftWords, seatsOn } from "./board/words.ts";
import { activeRules, comparedOf, discsOff, discsToTrigger, reachOf } from "./board/signs.ts";
import { type FlowerWarScene, readerFor, say, texts } from "./texts.ts";
import { Button } from "../../design/parts/button.tsx";

/** The apocalypse while it counts, and the selected space. */
export function Side({ drawn, handling }: TablePart) {
  const quiet = drawn.view.table.apocalypse.state === "none";
  return (
    <div className={styles.side}>
      <Reign scene={drawn} />
      {quiet || handling.space !== null ? (
        <SpacePanel
          scene={drawn}
          space={handling.space ?? spaceToShow(drawn)}
          onCard={(card) => handling.point({ reading: { card, id: null } })}
        />
      ) : null}
    </div>
  );
}

/** The apocalypse while it counts: what rules, how the gods stand, and the rules that its discs have changed. */
function Reign({ scene }: { scene: FlowerWarScene }) {
  const { table } = scene.view;
  const { apocalypse } = table;
  if (apocalypse.state === "none") return null;
  const { things } = texts();
  const thing = apocalypse.state === "forestalled" ? "forestalled" : (apocalypse.ruling ?? "apocalypse");
  const [, ...sentences] = apocalypseWords(table, readerFor(scene));
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
            ...comparedOf(table),
          })}
        </b>{" "}
        {[...leftWords(table), ...sentences].join(" ")}
      </p>
      <ul className={styles.rules}>
        {activeRules(table).map((disc) => (
          <li key={disc}>
            <Medal>
              <Drawing sheet="signs" id={disc} label={disc} />
            </Medal>
            {discWords(disc, texts()).change}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface SpacePanelProps {
  readonly scene: FlowerWarScene;
  /** The number of the space. */
  readonly space: number;
  readonly onCard: (card: Card) => void;
}

/** A space in words: what lies there, what its disc gives, and what landing there brings. */
function SpacePanel({ scene, space, onCard }: SpacePanelProps) {
  const { table } = scene.view;
  const id = SPACES[space - 1];
  if (id === undefined) return null;
  const reader = readerFor(scene);
  const words = discWords(id, texts());
  const [first, ...others] = spaceSentences(table, space, texts(), reader).map(say);
  const distance = distanceWords(table, space, scene.seat);
  const here = seatsOn(table, space).filter((seat) => seat !== scene.seat);
  const top = table.spaces[space - 1]?.top ?? null;
  return (
    <Panel title={i18n._("Space {name}", { name: spaceName(space) })} quiet className={styles.space}>
      <div className={styles.head}>
        <Medal>
          <Drawing sheet="signs" id={id} />
        </Medal>
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

/**
 * The space that the panel shows while none is selected: of those within the viewer's reach one whose disc is near,
 * else the space where they stand, else the active seat's.
 */
export function spaceToShow({ view, legal }: FlowerWarScene): number {
  const { table, seat } = view;
  const near = [...reachOf(view, legal).keys()].find((number) => table.spaces[number - 1]?.rack === 1);
  const own = table.tribes[seat ?? table.turn.seat]?.space;
  return near ?? own ?? 1;
}
