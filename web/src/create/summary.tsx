import { type ReactNode, Suspense } from "react";
import { GamePicture } from "../board-picture/index.tsx";
import { Button } from "../design/parts/button.tsx";
import card from "../design/parts/card.module.css";
import { Icon } from "../design/parts/icon.tsx";
import { CATALOG } from "../games/catalog.ts";
import { describeValue, useGameTexts } from "../games/load-game.ts";
import { describeMinutes, isPreset, type Preset, playTitle } from "../presets/presets.ts";
import { describeHolidays, describePauses, describeWatching, titleOfTable } from "../session/match-facts.ts";
import { NameField } from "../session/name-field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import type { Action } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { describeClock } from "./fields.tsx";
import { canJudge, isUnrated, type MatchSettings, optionsOf, othersOf } from "./match-settings.ts";
import styles from "./summary.module.css";
import { TitleField } from "./title-field.tsx";

interface Props {
  readonly presets: readonly Preset[];
  readonly settings: MatchSettings;
  readonly name: string;
  readonly action: Action;
  readonly onName: (name: string) => void;
  readonly onTitle: (title: string) => void;
}

/** The match in words, the host's name, and the button that makes it. */
export function Summary({ presets, settings, name, action, onName, onTitle }: Props) {
  const chosen = presets.find((preset) => isPreset(preset, settings.game, settings.options));
  const minutes = chosen === undefined ? null : describeMinutes(chosen, settings.seats);
  return (
    <section className={styles.summary} aria-labelledby="summary">
      <header className={card.head}>
        <NameField name={name} className={styles.name} onChange={onName} />
        <TitleField
          title={settings.title}
          placeholder={titleOfTable({ host: name.trim() })}
          className={styles.name ?? ""}
          onChange={onTitle}
        />
      </header>
      <div className={card.fret} />
      <div className={styles.words}>
        <h2 id="summary">{titleOf(settings, chosen)}</h2>
        <p>{describePeople(settings)}</p>
        <ul className={styles.facts}>
          {describeAdmission(settings)}
          {settings.silent ? <Fact icon="mute">{i18n._("Silent: no chat")}</Fact> : null}
          {settings.watching === 0 ? null : (
            <Fact icon="eye">{describeWatching(settings.watching, settings.watching < 0)}</Fact>
          )}
          {settings.takeBacks && isUnrated(settings) ? (
            <Fact icon="again">{i18n._("Acts can be taken back")}</Fact>
          ) : null}
          {settings.handOvers === "no" || !isUnrated(settings) ? null : (
            <Fact icon="share">{i18n._("Seats can be handed over")}</Fact>
          )}
          {settings.judges && canJudge(settings) ? (
            <Fact icon="eye">{i18n._("The host may name a judge")}</Fact>
          ) : null}
          {settings.pauses === 0 || settings.clock === "none" ? null : (
            <Fact icon="hourglass">{describePauses(settings.pauses)}</Fact>
          )}
          {settings.holidays === 0 || settings.clock !== "days" ? null : (
            <Fact icon="hourglass">{describeHolidays(settings.holidays)}</Fact>
          )}
          <Fact icon="clock">{describeClock(settings.clock)}</Fact>
          {minutes === null ? null : (
            <Fact icon="hourglass">{i18n._("Expected to take {minutes}", { minutes })}</Fact>
          )}
          <Fact icon="seal">
            {i18n._("{fair}: sealed before, opened after", { fair: CATALOG[settings.game].fair() })}
          </Fact>
          <Suspense
            fallback={changedOptions(settings).map(({ name }) => (
              <Fact key={name} icon="gear">
                …
              </Fact>
            ))}
          >
            <ChangedOptions settings={settings} />
          </Suspense>
        </ul>
      </div>
      {CATALOG[settings.game].temples ? (
        <div className={styles.board}>
          <GamePicture
            game={settings.game}
            seats={CATALOG[settings.game].seatsFor(settings.seats)}
            play={settings}
          />
        </div>
      ) : null}
      <footer className={styles.foot}>
        <Button type="submit" tone="go" className={styles.create ?? ""} aria-disabled={action.busy}>
          {i18n._("Create the table")}
        </Button>
        <RefusalNote error={action.error} />
      </footer>
    </section>
  );
}

function Fact({ icon, children }: { readonly icon: string; readonly children: ReactNode }) {
  return (
    <li>
      <Icon id={icon} />
      <span>{children}</span>
    </li>
  );
}

/** Who may come. */
function describeAdmission({ private: isPrivate, admission }: MatchSettings) {
  if (isPrivate) return <Fact icon="lock">{i18n._("Only people with the link can join")}</Fact>;
  switch (admission) {
    case "anyone":
      return <Fact icon="globe">{i18n._("Anyone can join; the lobby lists it")}</Fact>;
    case "accounts":
      return <Fact icon="seal">{i18n._("Players with an account can join; anyone can watch")}</Fact>;
    case "finishers":
      return (
        <Fact icon="check">
          {i18n._(
            "Players with an account who finished 80 % of their last 20 matches can join; anyone can watch",
          )}
        </Fact>
      );
    case "invited":
      return <Fact icon="eye">{i18n._("Only people with the link can join; anyone can watch")}</Fact>;
  }
}

/** The options that differ from the game's defaults. */
const changedOptions = (settings: MatchSettings) =>
  optionsOf(settings).filter(({ option, value }) => value !== option.default);

function ChangedOptions({ settings }: { readonly settings: MatchSettings }) {
  const texts = useGameTexts(settings.game);
  return changedOptions(settings).map(({ name, value }) => (
    <Fact key={name} icon="gear">
      {texts.options[name]?.label ?? name}: {describeValue(texts.options[name], value)}
    </Fact>
  ));
}

const titleOf = ({ game }: MatchSettings, preset: Preset | undefined): string =>
  playTitle({ game, preset: preset?.id ?? "" });

/** Who sits there, and who is waited for. */
function describePeople(settings: MatchSettings): string {
  const others = othersOf(settings);
  const count = (wanted: string) => others.filter((sitter) => sitter === wanted).length;
  const groups: readonly (readonly [number, (n: number) => string])[] = [
    [count("easy"), (n) => i18n._("{n, plural, one {one easy bot} other {# easy bots}}", { n })],
    [count("skilled"), (n) => i18n._("{n, plural, one {one skilled bot} other {# skilled bots}}", { n })],
    [count("strong"), (n) => i18n._("{n, plural, one {one strong bot} other {# strong bots}}", { n })],
    [count("person"), (n) => i18n._("{n, plural, one {one more person} other {# more people}}", { n })],
  ];
  const company = groups.filter(([n]) => n > 0).map(([n, describe]) => describe(n));
  const people = new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format([
    i18n._("You"),
    ...company,
  ]);
  return count("person") === 0 ? i18n._("{people}. It begins at once.", { people }) : `${people}.`;
}
