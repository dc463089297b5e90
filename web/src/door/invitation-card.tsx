import {
  type GameName,
  type OptionValue,
  Refusal,
  type StoredSeat,
  type TableSeat,
  type TableSummary,
} from "@flower-war/client-sdk";
import { type ReactNode, Suspense, useId, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import card from "../design/parts/card.module.css";
import { Form } from "../design/parts/field.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Dot, Pill } from "../design/parts/pill.tsx";
import { describeValue, useGameTexts } from "../games/load-game.ts";
import { playTitle } from "../presets/presets.ts";
import type { PartTexts } from "../refusals/refusal-texts.ts";
import { BotFace, bareName } from "../session/bot.tsx";
import {
  describeSeat,
  dotKind,
  describeHolidays,
  describePauses,
  describeWatching,
  durationWords,
  hostOf,
  titleOfTable,
} from "../session/match-facts.ts";
import { rememberedName } from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { seatName } from "../session/seat-names.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { LinkActions, useOriginForOthers } from "../session/share.tsx";
import type { Action } from "../session/use-action.ts";
import { currentLanguage, i18n } from "../texts/index.ts";
import { laterPart } from "../texts/lazy-part.tsx";
import { nameOfLanguage } from "../texts/words.ts";
import { describeFinishers, FinisherNote } from "./finisher-note.tsx";
import styles from "./invitation-card.module.css";

const SaveKeptWitness = laterPart(
  async () => (await import("../fairness/witness.tsx")).SaveKeptWitness,
  "fairness",
);

const TEXTS: PartTexts<"door"> = {
  "accounts-only": () =>
    i18n._("Only players with an account sit down here. Make one on your player page, or watch."),
  "finishers-only": ({ finishes }) => describeFinishers(finishes),
  "invitation-only": describeInvited,
};

const JUDGE_TEXTS: PartTexts<"door"> = {
  ...TEXTS,
  "bad-token": () => i18n._("This link makes you no judge any more: ask the host for another one."),
};

/** Whether the table takes only guests of its host, and the viewer did not come by the invitation. */
export const keepsOut = ({ table, isInvited }: Pick<DoorProps, "table" | "isInvited">): boolean =>
  table.admission === "invited" && !isInvited;

function describeInvited(): string {
  return i18n._("Only guests of the host sit down here. Ask for the link, or watch.");
}

const describeJudge = (): string =>
  i18n._(
    "A judge sees what spectators see. They may pause, give time, let a bot play for who is away, and ask to end the match.",
  );

export interface DoorProps {
  readonly game: GameName;
  readonly code: string;
  /** The address of this page, for others. */
  readonly link: string;
  readonly table: TableSummary;
  /** Whether the viewer came by the match's invitation. */
  readonly isInvited: boolean;
  /** The viewer's own seats in it. */
  readonly mine: readonly StoredSeat[];
  readonly action: Action;
  readonly onBack: (kept: StoredSeat) => void;
  readonly onSit: (name: string, seat: string) => void;
  /** Takes over the seat that its player hands to the viewer by their link; `null`: they came by another one. */
  readonly onTakeOver?: ((name: string) => void) | null;
  /** Makes the viewer the judge whom the host seeks by their link; `null`: they came by another one. */
  readonly onJudge?: ((name: string) => void) | null;
  readonly onWatch: () => void;
}

/** The invitation: facts, seats, and the ways in. */
export function InvitationCard(props: DoorProps) {
  const { game, code, link, table, mine, action, onBack, onSit, onWatch } = props;
  const { onTakeOver = null, onJudge = null } = props;
  const onCome = onJudge ?? onTakeOver;
  const { seats, status } = table;
  const [name, setName] = useState(rememberedName);
  const [wanted, setWanted] = useState<string | null>(null);
  const free = onJudge !== null || keepsOut(props) ? [] : table.free;
  const joins = free.length > 0;
  const chosen = wanted !== null && free.includes(wanted) ? wanted : (free[0] ?? null);
  const host = hostOf(table);
  const [own] = mine;
  const broken = action.error instanceof Refusal && action.error.code === "fairness-broken";
  const origin = useOriginForOthers();
  return (
    <Form
      className={styles.card}
      aria-busy={action.busy}
      onSubmit={() => {
        if (onCome !== null) onCome(name.trim());
        else if (chosen !== null) onSit(name.trim(), chosen);
      }}
    >
      <header className={styles.head}>
        <h2>{titleOfTable({ ...table, host })}</h2>
        <p>
          {playTitle({ game, preset: table.preset })}
          {table.codeShown ? `. ${i18n._("Code {code}", { code })}` : null}
        </p>
        <Pill tone="live">
          <Dot kind="on" />
          {status === "gathering" ? i18n._("Gathering") : i18n._("Playing")}
        </Pill>
      </header>
      <div className={card.fret} />
      <Facts game={game} table={table} host={host} />
      <SeatChoice seats={seats} free={table.free} chosen={joins ? chosen : null} onChoose={setWanted} />
      {joins && table.admission === "finishers" ? <FinisherNote /> : null}
      <footer className={styles.foot}>
        {mine.map((kept) => (
          <Button key={kept.seat} tone={broken ? "plain" : "gold"} onClick={() => onBack(kept)}>
            <SeatSign seat={kept.seat} size="small" />
            {i18n._("Go on as {seat}", { seat: seatName(kept.seat) })}
          </Button>
        ))}
        {onJudge === null ? null : <p>{describeJudge()}</p>}
        {onCome !== null ? (
          <Entry name={name} busy={action.busy} onName={setName}>
            {onJudge === null ? i18n._("Take the seat over") : i18n._("Judge this table")}
          </Entry>
        ) : joins && chosen !== null ? (
          <Entry name={name} busy={action.busy} onName={setName}>
            <SeatSign seat={chosen} size="small" />
            {i18n._("Sit down: {seat}", { seat: seatName(chosen) })}
          </Entry>
        ) : null}
        {table.unwatched ? null : (
          <Button tone={joins || mine.length > 0 ? "plain" : "rain"} onClick={onWatch}>
            <Icon id="eye" />
            {i18n._("Watch")}
          </Button>
        )}
        {keepsOut(props) && mine.length === 0 ? <p>{describeInvited()}</p> : null}
        <RefusalNote error={action.error} texts={onJudge === null ? TEXTS : JUDGE_TEXTS} />
        {broken && own !== undefined ? <SaveKeptWitness match={own.match} /> : null}
        {joins && status === "gathering" && !isLimited(table) ? (
          <p>{i18n._("No account needed. You can leave until it begins.")}</p>
        ) : null}
        <div className={styles.pass}>
          <LinkActions link={origin + link} shown={false} />
        </div>
      </footer>
    </Form>
  );
}

interface EntryProps {
  readonly name: string;
  readonly busy: boolean;
  readonly onName: (name: string) => void;
  readonly children: ReactNode;
}

/** The viewer's name, and the button with which they come in under it. */
const Entry = ({ name, busy, onName, children }: EntryProps) => (
  <>
    <NameField name={name} className={styles.name} onChange={onName} />
    <Button type="submit" tone="go" className={styles.sit ?? ""} aria-disabled={busy}>
      {children}
    </Button>
  </>
);

interface Props {
  readonly game: GameName;
  readonly table: TableSummary;
  /** `null`: there is no host. */
  readonly host: string | null;
}

/** What people may ask of each other there. */
function Manners({ table }: Pick<Props, "table">) {
  return (
    <>
      {table.takeBacks ? (
        <li>
          <Icon id="again" />
          {i18n._("Acts can be taken back")}
        </li>
      ) : null}
      {table.pauses ? (
        <li>
          <Icon id="hourglass" />
          {describePauses(table.pauses)}
        </li>
      ) : null}
      {table.holidays ? (
        <li>
          <Icon id="clock" />
          {describeHolidays(table.holidays)}
        </li>
      ) : null}
      {table.judges ? (
        <li>
          <Icon id="eye" />
          {i18n._("The host may name a judge")}
        </li>
      ) : null}
      {handsOver(table) ? (
        <li>
          <Icon id="share" />
          {i18n._("Seats can be handed over")}
        </li>
      ) : null}
    </>
  );
}

const handsOver = ({ handOvers = "no" }: TableSummary): boolean => handOvers !== "no";

/** How a match is played: its time, clock and start, who may come, and the options that are its own. */
export function Facts({ game, table, host }: Props) {
  const { minutes, clock, seats, preset, changed, language } = table;
  const isForeign = language !== "" && language !== currentLanguage();
  return (
    <>
      <dl className={styles.facts}>
        {minutes === null ? null : (
          <Fact term={i18n._("Time")} more={i18n._("with {seats} at the table", { seats: seats.length })}>
            {i18n._("about {minutes} min", { minutes })}
          </Fact>
        )}
        {clock === null ? (
          <Fact term={i18n._("Clock")} more={i18n._("take all the time you want")}>
            {i18n._("none")}
          </Fact>
        ) : (
          <Fact term={i18n._("Clock")} more={i18n._("then the server plays")}>
            {i18n._("{turn} a turn", { turn: durationWords(clock.turn) })}
          </Fact>
        )}
        <Fact
          term={i18n._("Start")}
          more={
            table.status === "gathering"
              ? i18n._("not begun yet")
              : describeWatching(table.watchDelay ?? 0, table.unwatched ?? false)
          }
        >
          {describeStart(table, host)}
        </Fact>
      </dl>
      {table.private ||
      isLimited(table) ||
      table.silent ||
      table.takeBacks ||
      table.pauses ||
      table.holidays ||
      table.judges ||
      handsOver(table) ||
      isForeign ||
      (preset === "" && changed.length > 0) ? (
        <ul className={styles.more}>
          {table.private ? (
            <li>
              <Icon id="lock" />
              {i18n._("only with the link")}
            </li>
          ) : null}
          {isLimited(table) ? (
            <li>
              <Icon id="seal" />
              {describeAdmission(table)}
            </li>
          ) : null}
          {table.silent ? (
            <li>
              <Icon id="mute" />
              {i18n._("Silent: no chat")}
            </li>
          ) : null}
          <Manners table={table} />
          {isForeign && !table.silent ? (
            <li>
              <Icon id="chat" />
              {i18n._("Language: {language}", { language: nameOfLanguage(language) })}
            </li>
          ) : null}
          {preset === "" ? (
            <Suspense fallback={null}>
              <ChangedOptions game={game} table={table} />
            </Suspense>
          ) : null}
        </ul>
      ) : null}
    </>
  );
}

function describeAdmission({ admission }: TableSummary): string {
  if (admission === "finishers") return i18n._("who finish their matches");
  return admission === "accounts" ? i18n._("accounts only") : i18n._("by invitation");
}

/** Whether not everyone who is here may sit down. */
const isLimited = ({ admission = "anyone" }: TableSummary) => admission !== "anyone";

interface FactProps {
  readonly term: string;
  readonly more: string;
  readonly children: ReactNode;
}

function Fact({ term, more, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <strong>{children}</strong>
        <small>{more}</small>
      </dd>
    </div>
  );
}

function ChangedOptions({ game, table: { options, changed } }: Pick<Props, "game" | "table">) {
  const texts = useGameTexts(game);
  const values = new Map<string, OptionValue>(Object.entries(options));
  return changed.map((name) => (
    <li key={name}>
      <Icon id="gear" />
      {texts.options[name]?.label ?? name}: {describeValue(texts.options[name], values.get(name) ?? "")}
    </li>
  ));
}

function describeStart({ status, start }: TableSummary, host: string | null): string {
  if (status === "playing") return i18n._("has begun");
  switch (start) {
    case "host":
      return host === null ? i18n._("when its host says") : i18n._("when {host} says", { host });
    case "full":
      return i18n._("with the last seat");
    case "countdown":
      return i18n._("in a moment, with bots");
  }
}

interface SeatChoiceProps {
  /** In turn order. */
  readonly seats: readonly TableSeat[];
  readonly free: readonly string[];
  /** The seat that is chosen; `null`: none can be. */
  readonly chosen: string | null;
  readonly onChoose: (seat: string) => void;
}

/** All seats in turn order; the free ones are a radio group, which arrows move through and Enter submits. */
export function SeatChoice({ seats, free, chosen, onChoose }: SeatChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.seats}>
      <legend>
        {chosen === null ? i18n._("Who plays") : i18n._("Choose a seat")}{" "}
        <small>
          {i18n._("{free, plural, =0 {none is free} one {# of {all} is free} other {# of {all} are free}}", {
            free: free.length,
            all: seats.length,
          })}
        </small>
      </legend>
      {seats.map((person) =>
        free.includes(person.seat) && chosen !== null ? (
          <label key={person.seat} className={`${styles.seat} ${styles.free}`}>
            <SeatSign seat={person.seat} free />
            <Words person={person} title={seatName(person.seat)} />
            <input
              type="radio"
              name={name}
              checked={person.seat === chosen}
              onChange={() => onChoose(person.seat)}
            />
          </label>
        ) : (
          <div key={person.seat} className={`${styles.seat} ${person.kind === "open" ? styles.free : ""}`}>
            <SeatSign seat={person.seat} free={person.kind === "open"} />
            <Words
              person={person}
              title={person.kind === "open" ? seatName(person.seat) : bareName(person.name)}
            />
          </div>
        ),
      )}
    </fieldset>
  );
}

function Words({ person, title }: { readonly person: TableSeat; readonly title: string }) {
  return (
    <span className={styles.words}>
      <strong>
        {title}
        <BotFace name={person.name} />
      </strong>
      <small>
        {person.kind === "open" ? null : <Dot kind={dotKind(person)} />}
        {describeSeat(person, false)}
      </small>
    </span>
  );
}
