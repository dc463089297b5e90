import { useState } from "react";
import { Link, useLocation } from "wouter";
import { nameOf, paths } from "../base/routes.ts";
import { Button } from "../design/parts/button.tsx";
import { Form } from "../design/parts/field.tsx";
import { CATALOG } from "../games/catalog.ts";
import { playWithBots } from "../presets/play-with-bots.ts";
import { describeMinutes, readPresets } from "../presets/presets.ts";
import { host } from "../session/host.ts";
import { rememberName } from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { sitDown } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { Emphasis } from "../design/parts/emphasis.tsx";
import { SpeechBox } from "./step-box.tsx";
import styles from "./summary.module.css";

interface Props {
  /** The learner's name; may be empty. */
  readonly name: string;
  readonly onAgain: () => void;
}

/** The end of the lesson: what a turn is, how one wins, what the apocalypse is; and what to do now. */
export function Summary({ name, onAgain }: Props) {
  const answers = [
    [
      i18n._("A turn"),
      i18n._(
        "Roll the die, walk, take a skull. Fight anyone who stands there. Then offer skulls, play cards, and end.",
      ),
    ],
    [
      i18n._("You win"),
      i18n._(
        "at the instant when you hold eagle, serpent and flower: as cards, or as the discs that show them.",
      ),
    ],
    [
      i18n._("The apocalypse"),
      i18n._(
        "begins with the first disc that is taken. From then on the two gods' offerings are compared once a round: if they differ, the count rises by 1, and a flood or an invasion comes. At 13 the world ends: nobody wins then, or the best tribe, as the table chose.",
      ),
    ],
  ] as const;
  return (
    <SpeechBox tall below={<WaysOn name={name} onAgain={onAgain} />}>
      <p>
        <Emphasis
          text={i18n._(
            "The serpent! *Eagle, serpent, flower: you have won.* It is seldom so easy; often the world ends first.",
          )}
        />
      </p>
      <dl className={styles.answers}>
        {answers.map(([what, answer]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </SpeechBox>
  );
}

function WaysOn({ name: known, onAgain }: Props) {
  const [name, setName] = useState(known);
  const [, goTo] = useLocation();
  const action = useAction();
  const { preset: easiest, seats } = CATALOG["flower-war"];
  const { answer } = useAnswer("presets", () => host.listGames());
  const preset = readPresets(answer ?? []).find(({ id, game }) => id === easiest && game === "flower-war");
  const minutes = preset && describeMinutes(preset, seats.default);
  const play = () => {
    rememberName(name.trim());
    action.run(async () => {
      const { match } = await sitDown(playWithBots("flower-war", easiest, name.trim()));
      goTo(paths.match(nameOf(match)));
    });
  };
  return (
    <Form className={styles.ways} aria-busy={action.busy} onSubmit={play}>
      {known === "" ? <NameField name={name} onChange={setName} /> : null}
      <Button type="submit" tone="go" aria-disabled={action.busy}>
        <span>
          {i18n._("Play a short evening now")}
          <small className={styles.small}>
            {[i18n._("with bots, at once"), minutes].filter(Boolean).join(", ")}
          </small>
        </span>
      </Button>
      <RefusalNote error={action.error} />
      <p className={styles.links}>
        <Link href={paths.rules("flower-war")}>{i18n._("Read the rules")}</Link>
        <Link href={paths.lobby}>{i18n._("To the lobby")}</Link>
        <button type="button" onClick={onAgain}>
          {i18n._("Play the lesson again")}
        </button>
      </p>
    </Form>
  );
}
