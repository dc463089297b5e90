import {
  CLOCK_PROFILES,
  type ClockProfile,
  integersOf,
  type OptionRange,
  type OptionValue,
  Refusal,
} from "@flower-war/client-sdk";
import { useId } from "react";
import { Check, Field } from "../design/parts/field.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { describeValue, type OptionText, useGameTexts } from "../games/load-game.ts";
import { delayWords } from "../session/delay-words.ts";
import { i18n } from "../texts/index.ts";
import styles from "./fields.module.css";
import { canJudge, isUnrated, type MatchSettings, optionsOf } from "./match-settings.ts";

export interface Props {
  readonly settings: MatchSettings;
  readonly onChange: (changes: Partial<MatchSettings>) => void;
}

/** How long a turn may take, and who may come. */
export function TimesField({ settings, onChange }: Props) {
  return (
    <Panel title={i18n._("Clock")} className={styles.panel}>
      <ClockChoice settings={settings} onChange={onChange} />
      <h2>{i18n._("Who can join")}</h2>
      <Segments
        label={i18n._("Who can join")}
        options={[
          { value: "private", label: <Labelled icon="lock">{i18n._("with the link")}</Labelled> },
          { value: "anyone", label: <Labelled icon="globe">{i18n._("anyone")}</Labelled> },
          { value: "accounts", label: <Labelled icon="seal">{i18n._("accounts")}</Labelled> },
          { value: "finishers", label: <Labelled icon="check">{i18n._("finishers")}</Labelled> },
          { value: "invited", label: <Labelled icon="eye">{i18n._("my guests")}</Labelled> },
        ]}
        value={settings.private ? "private" : settings.admission}
        onChange={(chosen) =>
          onChange(
            chosen === "private"
              ? { private: true, admission: "anyone" }
              : { private: false, admission: chosen },
          )
        }
      />
      <h2>{i18n._("Chat")}</h2>
      <ChatChoice settings={settings} onChange={onChange} />
      <h2>{i18n._("Watching")}</h2>
      <Segments
        label={i18n._("Watching")}
        options={WATCHING.map((value) => ({ value, label: watchingWords(value) }))}
        value={settings.watching}
        onChange={(watching) => onChange({ watching })}
      />
      {settings.clock === "none" ? null : (
        <>
          <h2>{i18n._("Longest pause")}</h2>
          <Segments
            label={i18n._("Longest pause")}
            options={PAUSES.map((value) => ({
              value,
              label: value === 0 ? i18n._("none") : delayWords(value),
            }))}
            value={settings.pauses}
            onChange={(pauses) => onChange({ pauses })}
          />
        </>
      )}
      {settings.clock === "days" ? (
        <>
          <h2>{i18n._("Days off in 30, for each player")}</h2>
          <Segments
            label={i18n._("Days off in 30, for each player")}
            options={HOLIDAYS.map((value) => ({
              value,
              label: value === 0 ? i18n._("none") : String(value),
            }))}
            value={settings.holidays}
            onChange={(holidays) => onChange({ holidays })}
          />
        </>
      ) : null}
      {isUnrated(settings) ? <UnratedFields settings={settings} onChange={onChange} /> : null}
    </Panel>
  );
}

/** How long a turn may take. @param clocks default: any */
export const ClockChoice = ({
  settings,
  onChange,
  clocks = CLOCK_PROFILES,
}: Props & { readonly clocks?: readonly ClockProfile[] }) => (
  <Segments
    label={i18n._("Clock")}
    options={clocks.map((value) => ({ value, label: CLOCKS[value].label() }))}
    value={settings.clock}
    onChange={(clock) => onChange({ clock })}
  />
);

/** Whether players talk. */
export const ChatChoice = ({ settings, onChange }: Props) => (
  <Segments
    label={i18n._("Chat")}
    options={[
      { value: false, label: <Labelled icon="speech">{i18n._("on")}</Labelled> },
      { value: true, label: <Labelled icon="mute">{i18n._("silent")}</Labelled> },
    ]}
    value={settings.silent}
    onChange={(silent) => onChange({ silent })}
  />
);

/** What players may do where no match is rated. */
function UnratedFields({ settings, onChange }: Props) {
  return (
    <>
      <Check checked={settings.takeBacks} onChange={(takeBacks) => onChange({ takeBacks })}>
        {i18n._("Acts can be taken back while nothing was revealed")}
      </Check>
      <h2>{i18n._("Handing a seat over")}</h2>
      <Segments
        label={i18n._("Handing a seat over")}
        options={[
          { value: "no", label: i18n._("never") },
          { value: "yes", label: i18n._("as one likes") },
          { value: "asks", label: i18n._("unless one objects") },
        ]}
        value={settings.handOvers}
        onChange={(handOvers) => onChange({ handOvers })}
      />
      {canJudge(settings) ? (
        <Check checked={settings.judges} onChange={(judges) => onChange({ judges })}>
          {i18n._("The host may name a judge")}
        </Check>
      ) : null}
    </>
  );
}

/** Days that a player may take off. */
const HOLIDAYS = [0, 1, 3, 5, 7] as const;

/** Seconds of the longest pause. */
const PAUSES = [0, 300, 900, 3600] as const;

/** Seconds after which spectators see what happens; -1: there are none. */
const WATCHING = [0, 30, 60, 120, 300, -1] as const;

function watchingWords(delay: number): string {
  if (delay < 0) return i18n._("not at all");
  return delay === 0 ? i18n._("at once") : i18n._("{time} later", { time: delayWords(delay) });
}

/** Each clock in a word, and in a sentence. */
const CLOCKS: {
  readonly [P in ClockProfile]: { readonly label: () => string; readonly about: () => string };
} = {
  none: { label: () => i18n._("none"), about: () => i18n._("No clock: take all the time you want") },
  quick: {
    label: () => i18n._("30 s"),
    about: () => i18n._("30 seconds a turn and a minute in reserve, then the server plays"),
  },
  relaxed: {
    label: () => i18n._("2 min"),
    about: () => i18n._("2 minutes a turn and 5 in reserve, then the server plays"),
  },
  days: { label: () => i18n._("3 days"), about: () => i18n._("3 days a turn, then the server plays") },
};

/** Returns a clock in a sentence. */
export const describeClock = (profile: ClockProfile): string => CLOCKS[profile].about();

/** What stands on a choice: an icon and a word. */
const Labelled = ({ icon, children }: { readonly icon: string; readonly children: string }) => (
  <>
    <Icon id={icon} /> {children}
  </>
);

interface OptionsFieldProps extends Props {
  /** What became of the last request; a refused option says so itself. */
  readonly error: unknown;
}

/** Every host option of a game as the game defines it. */
export function OptionsField({ settings, error, onChange }: OptionsFieldProps) {
  const texts = useGameTexts(settings.game);
  const fault = error instanceof Refusal && error.code === "bad-option" ? error : null;
  return (
    <Panel title={i18n._("The rules in words")} className={styles.panel}>
      <div>
        {optionsOf(settings).map(({ name, option, value }) => (
          <OptionField
            key={`${settings.game}/${name}`}
            text={texts.options[name]}
            name={name}
            option={option}
            value={value}
            fault={fault?.field === name ? fault.message : null}
            onChange={(chosen) => onChange({ options: { ...settings.options, [name]: chosen } })}
          />
        ))}
      </div>
    </Panel>
  );
}

interface OptionFieldProps {
  /** In words; `undefined`: it has none. */
  readonly text: OptionText | undefined;
  readonly name: string;
  readonly option: OptionRange;
  readonly value: OptionValue;
  /** Why the server refused the value; `null`: it did not. */
  readonly fault: string | null;
  readonly onChange: (value: OptionValue) => void;
}

/** One host option: its value in words, and behind it the ways to change it. */
function OptionField(props: OptionFieldProps) {
  const { text, name, value, fault } = props;
  const label = text?.label ?? name;
  return (
    <details
      className={styles.option}
      open={fault === null ? undefined : true}
      onInvalidCapture={(event) => {
        event.currentTarget.open = true;
      }}
    >
      <summary>
        <span>{label}</span>
        <span>{describeValue(text, value)}</span>
        <Icon id="gear" />
      </summary>
      <div>
        <p>{text?.about}</p>
        <Choice {...props} label={label} />
        {fault === null ? null : <p className={styles.fault}>{fault}</p>}
      </div>
    </details>
  );
}

function Choice({
  text,
  option,
  value,
  fault,
  label,
  onChange,
}: OptionFieldProps & { readonly label: string }) {
  const id = useId();
  const range = integersOf(option.values);
  if (range === null) {
    return (
      <Segments
        label={label}
        options={option.values.map((each) => ({ value: each, label: describeValue(text, each) }))}
        value={value}
        onChange={onChange}
      />
    );
  }
  return (
    <>
      <Field
        label={label}
        type="number"
        required
        {...range}
        aria-invalid={fault !== null}
        aria-describedby={id}
        value={Number.isNaN(value) ? "" : String(value)}
        onChange={(typed) => onChange(typed === "" ? Number.NaN : Number(typed))}
      />
      <small id={id}>{i18n._("{min} to {max}", range)}</small>
    </>
  );
}
