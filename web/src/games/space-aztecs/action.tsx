import {
  type Awaiting,
  cardAtTime,
  cardName,
  type Command,
  commandWords,
  conditionSentence,
  type Decision,
  decisionSentence,
  firstUnmet,
  outcomeSentences,
  placeName,
  type Score,
  takeConditions,
} from "@flower-war/client-sdk/space-aztecs";
import { Drawing } from "../../art/drawing.tsx";
import { ActionFrame, Steps, stepsUpTo } from "../../game-frame/action/action-frame.tsx";
import { Choice, Option } from "../../game-frame/action/choice.tsx";
import { CommandButton } from "../../game-frame/action/command-button.tsx";
import type { ActionParts } from "../../game-frame/game-parts.ts";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import type { Handling, TablePart } from "./handling.ts";
import { readerFor, say, sayAll, type SpaceAztecsScene, texts } from "./texts.ts";
import styles from "./action.module.css";
import { expectedEffect, scoreOf, type Victim, withPlayed, worthsOf } from "./cities.ts";
import { printNumber } from "./card-art.ts";
import { SmallCard } from "./cards.tsx";
import type { ReactNode } from "react";

const saucer = <Drawing sheet="sisters" id="saucer" className={styles.icon} />;

/** What the action panel shows of Space Aztecs. */
export const action: ActionParts<SpaceAztecsScene, Handling> = {
  describeEnd: (scene) => {
    const { outcome } = scene.view.table;
    if (outcome === null) return null;
    return {
      icon: saucer,
      title: texts().outcomes[outcome.by],
      words: sayAll(outcomeSentences(outcome, texts(), readerFor(scene)).slice(1)),
    };
  },
  isOut: ({ seat, view }) => seat !== null && view.table.out.includes(seat),
  describeAwaited,
  hidden: () => i18n._("Piles and chosen cards stay hidden."),
  icons: {
    seat: (seat) => <SeatSign seat={seat} />,
    watching: <Drawing sheet="sisters" id="i-eye" className={styles.icon} />,
    played: saucer,
    out: saucer,
  },
  Decision,
};

/** Returns what the viewer decides, else what is awaited of others. */
function describeAwaited(scene: SpaceAztecsScene): string {
  const { awaiting, seat } = scene;
  const own = awaiting.find((each) => each.seat === seat);
  const [one] = own === undefined ? awaiting : [own];
  if (one === undefined) return "";
  return own !== undefined || awaiting.length === 1
    ? say(decisionSentence(one, texts(), readerFor(scene)))
    : i18n._("They choose a card, all at the same time.");
}

function Decision(props: TablePart) {
  const { scene } = props;
  const awaiting = scene.awaiting.find(({ seat }) => seat === scene.seat);
  if (awaiting === undefined) return null;
  const { removed } = scene.view.table;
  const tight = awaiting.decision === "abduct";
  return (
    <ActionFrame
      {...props}
      title={TITLES[awaiting.decision]()}
      hint={tight ? <SaucerHint scene={scene} /> : say(decisionSentence(awaiting, texts(), readerFor(scene)))}
      tight={tight}
      aside={
        removed === null || tight ? null : (
          <span className={styles.box} data-tip={texts().things.box.about}>
            {i18n._("In the box: {set}", { set: texts().sets[removed].name })}
          </span>
        )
      }
      className={styles.panel}
    >
      {tight ? null : (
        <Steps label={i18n._("Parts of the round")} steps={stepsUpTo(PHASE_OF[awaiting.decision], PHASES)} />
      )}
      <Answer {...props} decision={awaiting.decision} />
    </ActionFrame>
  );
}

const TITLES: { readonly [D in Awaiting["decision"]]: () => string } = {
  take: () => i18n._("Take a pile"),
  choose: () => i18n._("Choose in secret"),
  shelter: () => i18n._("Shelter or show"),
  abduct: () => i18n._("Choose your victims"),
};

function Answer({ decision, ...props }: TablePart & Pick<Awaiting, "decision">) {
  switch (decision) {
    case "take":
      return <TakeAction {...props} />;
    case "choose":
      return <ChooseAction {...props} />;
    case "shelter":
      return <ShelterAction {...props} />;
    case "abduct":
      return <AbductAction {...props} />;
  }
}

/** The parts of a round as the panel shows them. */
const PHASES = {
  take: () => i18n._("Take"),
  choose: () => i18n._("Choose"),
  times: () => i18n._("Times"),
  play: () => i18n._("Play"),
};

/** The part of a round that a decision belongs to. */
const PHASE_OF: { readonly [D in Decision]: keyof typeof PHASES } = {
  take: "take",
  choose: "choose",
  shelter: "play",
  abduct: "play",
};

/** Taking a pile: it is chosen on the sundial. */
function TakeAction(props: TablePart) {
  const { scene, handling } = props;
  return (
    <Confirm {...props} missing={i18n._("Choose on the sundial")}>
      {handling.place === null ? (
        <p className={styles.aside}>{texts().things.pile.about}</p>
      ) : (
        <Chosen {...props} place={handling.place} />
      )}
      {scene.view.table.round === 1 ? <p className={styles.aside}>{texts().things.place.about}</p> : null}
    </Confirm>
  );
}

function Chosen({ scene, handling, place }: TablePart & { place: number }) {
  const { view, seat, people } = scene;
  const reader = readerFor({ seat, people });
  const unmet = firstUnmet(takeConditions(view, place));
  const { aimed } = handling;
  return (
    <p className={unmet === null ? styles.aside : styles.refusal}>
      <b>{placeName(place, texts())}.</b>{" "}
      {unmet !== null
        ? say(conditionSentence(unmet, texts(), reader))
        : aimed === null
          ? null
          : say(commandWords(aimed, view, texts(), reader).does)}
    </p>
  );
}

/** Choosing a card of the pile, with the points that it would bring. */
function ChooseAction(props: TablePart) {
  const { scene, handling } = props;
  const { table } = scene.view;
  const { card } = handling;
  const { seat } = scene;
  if (seat === null) return null;
  if (card === null) {
    return (
      <Confirm {...props} missing={i18n._("Choose a card")}>
        <p className={styles.aside}>{texts().things.time.about}</p>
        <p className={styles.aside}>
          {i18n._("Your choice is final. At first the others learn only its time.")}
        </p>
      </Confirm>
    );
  }
  const after = withPlayed(table, seat, card, expectedEffect(table, seat, card));
  return (
    <Confirm {...props} missing={i18n._("Choose a card")}>
      <p className={styles.aside}>
        {i18n._("With {card}, if nothing else changed:", { card: cardName(card, texts()) })}
      </p>
      <Preview before={scoreOf(table, seat)} after={scoreOf(after, seat)} />
    </Confirm>
  );
}

/** An Aztec that an Agent can shelter: under the Temple, or in the open. */
function ShelterAction({ scene, handling }: TablePart) {
  const { turnedUp } = scene.view.table;
  if (turnedUp === null) return null;
  return (
    <div className={styles.shelter}>
      <p className={styles.aside}>
        <SmallCard card={turnedUp.card} />
        <b>{cardName(turnedUp.card, texts())}</b>
      </p>
      {scene.legal.map((command) => {
        if (command.type !== "shelter") return null;
        const { button, does } = commandWords(command, scene.view, texts(), readerFor(scene));
        return (
          <CommandButton
            key={String(command.covered)}
            command={command}
            sending={handling}
            tone={command.covered ? "gold" : "plain"}
          >
            <span>
              {say(button)}
              <small>{say(does)}</small>
              <small>{i18n._("Points then: {points}", { points: pointsThen(scene, command) })}</small>
            </span>
          </CommandButton>
        );
      })}
    </div>
  );
}

function pointsThen(
  { view: { table } }: TablePart["scene"],
  { covered }: Extract<Command, { type: "shelter" }>,
): string {
  if (table.turnedUp === null) return "";
  const { seat, card } = table.turnedUp;
  const after = withPlayed(table, seat, card, expectedEffect(table, seat, card, covered));
  return printNumber(scoreOf(after, seat).total);
}

/** What the Saucer that was turned up takes. */
function SaucerHint({ scene }: Pick<TablePart, "scene">) {
  const { turnedUp } = scene.view.table;
  if (turnedUp === null) return null;
  return i18n._("{saucer}: one from each city, 1 point each.", {
    saucer: cardName(turnedUp.card, texts()),
  });
}

/** The choice of the Aztec that a Saucer takes, where a city has several: here or in the cities. */
function AbductAction(props: TablePart) {
  const { handling } = props;
  return (
    <Confirm {...props} missing={i18n._("Choose one in each city")}>
      <div className={styles.choices}>
        {handling.victims.map((victim) => (
          <VictimChoice key={victim.seat} {...props} victim={victim} />
        ))}
      </div>
    </Confirm>
  );
}

function VictimChoice({ scene, handling, victim: { seat, aztecs } }: TablePart & { victim: Victim }) {
  const worths = worthsOf(scene.view.table, seat);
  const who = readerFor(scene).nameOf(seat);
  return (
    <Choice label={who}>
      {(name) => (
        <>
          <SeatSign seat={seat} size="small" />
          <b aria-hidden="true">{who}</b>
          {aztecs.map((card) => (
            <Option
              key={card}
              name={name}
              checked={handling.targets[seat] === card}
              onChoose={() => handling.pickTarget(seat, card)}
            >
              <span>
                {cardAtTime(card, texts())} <small>{printNumber(worths.get(card) ?? 0)}</small>
              </span>
            </Option>
          ))}
        </>
      )}
    </Choice>
  );
}

interface ConfirmProps extends TablePart {
  /** What the button says while something is still to be chosen. */
  readonly missing: string;
  readonly children: ReactNode;
}

/** Facts on the left, and on the right the button that sends what was pointed at. */
export function Confirm({ scene, handling, missing, children }: ConfirmProps) {
  const { aimed } = handling;
  const words = aimed === null ? null : commandWords(aimed, scene.view, texts(), readerFor(scene));
  return (
    <div className={styles.confirm}>
      <div className={styles.facts}>{children}</div>
      <CommandButton command={aimed} sending={handling} tone="gold" className={styles.go}>
        {words === null ? (
          missing
        ) : (
          <span>
            {say(words.button)}
            <kbd aria-hidden="true">Enter</kbd>
          </span>
        )}
      </CommandButton>
    </div>
  );
}

interface PreviewProps {
  readonly before: Score;
  readonly after: Score;
}

const PARTS = ["codices", "aztecs", "fewest", "saucers", "total"] as const;

/** Points now, and as they would be. */
function Preview({ before, after }: PreviewProps) {
  return (
    <dl className={styles.preview}>
      {PARTS.map((part) => (
        <div key={part} className={part === "total" ? styles.total : undefined}>
          <dt>{texts().scores[part].name}</dt>
          <dd>
            {printNumber(before[part])}
            <span className={styles.arrow}> → </span>
            <em className={toneOf(before[part], after[part])}>{printNumber(after[part])}</em>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function toneOf(before: number, after: number): string | undefined {
  if (after === before) return undefined;
  return after > before ? styles.better : styles.worse;
}
