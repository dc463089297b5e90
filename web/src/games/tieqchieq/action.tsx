import {
  type Act,
  commandWords,
  decisionSentence,
  outcomeSentence,
  type Phase,
  type Table,
} from "@flower-war/client-sdk/tieqchieq";
import { Drawing } from "../../art/drawing.tsx";
import { ActionFrame, type Step, Steps } from "../../game-frame/action/action-frame.tsx";
import { CommandButton } from "../../game-frame/action/command-button.tsx";
import type { ActionParts } from "../../game-frame/game-parts.ts";
import { i18n } from "../../texts/index.ts";
import { CONFIRM_ID, type Handling, type TablePart } from "./handling.ts";
import { readerFor, say, texts, type TieqchieqScene } from "./texts.ts";
import styles from "./action.module.css";
import { Button } from "../../design/parts/button.tsx";
import { actTitle, landingWords, lostOf, plusWayOf, type Way } from "./acts.ts";
import { Odds } from "./battle-window.tsx";

/** What the action panel shows of Tıeqchıeq. It has two seats: a concession ends the match. */
export const action: ActionParts<TieqchieqScene, Handling> = {
  describeEnd: (scene) => {
    const { outcome } = scene.view.table;
    if (outcome === null) return null;
    return {
      icon: <Drawing sheet="sisters" id={`t-${outcome.winner ?? "red"}`} />,
      title: texts().outcomes[outcome.by],
      words: say(outcomeSentence(outcome, texts(), readerFor(scene))),
    };
  },
  isOut: () => false,
  describeAwaited,
  hidden: () => null,
  icons: {
    seat: (seat) => <Drawing sheet="sisters" id={`t-${seat}`} />,
    watching: <Drawing sheet="sisters" id="i-eye" />,
    played: <Drawing sheet="sisters" id="coin-down" />,
    out: null,
  },
  Decision,
};

function Decision(props: TablePart) {
  const { table } = props.scene.view;
  return (
    <ActionFrame
      {...props}
      title={i18n._("Your turn")}
      hint={describeAwaited(props.scene)}
      tight={table.phase === "act"}
      className={styles.panel}
    >
      <TurnSteps table={table} />
      <Answer {...props} />
    </ActionFrame>
  );
}

function Answer(props: TablePart) {
  switch (props.scene.view.table.phase) {
    case "toss":
      return <TossAction {...props} />;
    case "act":
      return <ActAction {...props} />;
    case "plus":
      return <PlusAction {...props} />;
    case "over":
      return null;
  }
}

/** Returns what is to be decided, as a sentence to the viewer; nothing once the match is over. */
function describeAwaited(scene: TieqchieqScene): string {
  const { phase, turn } = scene.view.table;
  if (phase === "over") return "";
  return say(decisionSentence({ seat: turn, decision: phase }, texts(), readerFor(scene)));
}

/** The parts of a turn, each with the phase that it stands for; `null`: it happens by itself. */
const PARTS: readonly { readonly phase: Phase | null; readonly name: () => string }[] = [
  { phase: "toss", name: () => i18n._("Toss") },
  { phase: "act", name: () => i18n._("Choose") },
  { phase: null, name: () => i18n._("Battle") },
  { phase: "plus", name: () => i18n._("Plus") },
  { phase: null, name: () => i18n._("Pass") },
];

/** The parts of the viewer's turn. A part that happens by itself may not have happened, and is never shown as done. */
export function TurnSteps({ table }: { readonly table: Table }) {
  const open = PARTS.findIndex(({ phase }) => phase === table.phase);
  const steps = PARTS.map(({ phase, name }, index): Step => {
    if (index === open) return { name: name(), state: "open" };
    return { name: name(), state: index < open && phase !== null ? "done" : "to-come" };
  });
  return <Steps label={i18n._("Parts of your turn")} steps={steps} />;
}

/** The toss that every turn begins with. */
function TossAction({ scene, handling }: TablePart) {
  const words = commandWords({ type: "toss" }, scene.view, texts());
  return (
    <div className={styles.two}>
      <div className={styles.words}>
        <p>{say(words.does)}</p>
        <p className={styles.soft}>{texts().things.roll.about}</p>
      </div>
      <CommandButton
        command={{ type: "toss" }}
        sending={handling}
        tone="gold"
        shortcut="T"
        className={styles.main}
      >
        <Drawing sheet="sisters" id="coin-up" className={styles.coin} />
        {say(words.button)}
      </CommandButton>
    </div>
  );
}

/** The act of this roll: what the chosen one costs, what it leads to, and the button that plays it. */
function ActAction({ scene, handling }: TablePart) {
  const { choices, chosen, busy, confirm } = handling;
  const open = choices.filter(({ number }) => number !== null).length;
  const way = chosen?.way ?? null;
  return (
    <div className={`${styles.two} ${chosen === null ? "" : styles.acting}`}>
      <div className={styles.words}>
        {chosen === null || way === null || scene.seat === null ? (
          <p>{i18n._("Choose a card, or a token or its goal on the board.")}</p>
        ) : (
          <>
            <Price scene={scene} from={chosen.act} way={way} />
            {way.landing === "battle" ? <Odds seat={scene.seat} attacker={scene.seat} /> : null}
            <p>{effectOf(way)}</p>
          </>
        )}
      </div>
      <Button
        id={CONFIRM_ID}
        tone="go"
        className={styles.main}
        aria-disabled={chosen === null || busy}
        onClick={confirm}
      >
        {chosen === null ? (
          i18n._("Choose an act")
        ) : (
          <span>
            {way?.landing === "battle"
              ? i18n._("Attack {square}", { square: way.to })
              : actTitle(chosen, scene)}
            <small>
              {open > 1
                ? i18n._("act {number} of {open}", { number: chosen.number ?? 0, open })
                : i18n._("your only act")}
              {open > 1 ? (
                <span className={styles.keys}>{i18n._(", keys 1 to {open} switch", { open })}</span>
              ) : null}
            </small>
          </span>
        )}
      </Button>
    </div>
  );
}

function effectOf(way: Way): string {
  if (way.landing !== "battle") return landingWords(way);
  return i18n._("Win: you hold {square}. Lose: your token goes back.", { square: way.to });
}

interface PriceProps {
  readonly scene: TieqchieqScene;
  readonly from: Act;
  readonly way: Way;
}

/** What each square of a way costs, and together. */
function Price({ scene, from, way }: PriceProps) {
  const { table } = scene.view;
  const lost = lostOf(way, table);
  const paid = table.roll - lost;
  const start = from.type === "move" ? from.from : texts().places.dot.name;
  return (
    <ol className={styles.pay} aria-label={texts().things.price.name}>
      <li>
        <Drawing sheet="sisters" id={`t-${table.turn}`} />
        {start}
      </li>
      {way.entered.map(({ place, cost }) => (
        <li key={place} className={cost > 1 ? styles.dear : undefined}>
          <span className={styles.then} aria-hidden="true">
            ›
          </span>
          <b>{cost}</b>
          {place}
        </li>
      ))}
      <li className={styles.sum}>
        {lost === 0
          ? i18n._("= {paid} of {roll}", { paid, roll: table.roll })
          : i18n._("= {paid} of {roll}, {lost} lost", { paid, roll: table.roll, lost })}
      </li>
    </ol>
  );
}

/** The answer to a plus: one square on, or stay. */
function PlusAction({ scene, handling }: TablePart) {
  const way = plusWayOf(scene.view.table);
  if (way === null || scene.seat === null) return null;
  return (
    <div className={styles.two}>
      <div className={styles.words}>
        <p>{landingWords(way)}</p>
        {way.landing === "battle" ? <Odds seat={scene.seat} attacker={scene.seat} /> : null}
        <p className={styles.soft}>{i18n._("If it stays, your turn ends.")}</p>
      </div>
      <div className={styles.answers}>
        {[true, false].map((step) => (
          <CommandButton
            key={String(step)}
            command={{ type: "plus", step }}
            sending={handling}
            tone={step ? "go" : "plain"}
            shortcut={step ? "Y" : "N"}
          >
            {say(commandWords({ type: "plus", step }, scene.view, texts()).button)}
          </CommandButton>
        ))}
      </div>
    </div>
  );
}
