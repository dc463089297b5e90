import type { BotKind, GameName, Match, SeatInfo } from "@flower-war/client-sdk";
import { readBotName } from "@flower-war/client-sdk/players";
import { Fragment } from "react";
import { useSecondPress } from "../base/use-second-press.ts";
import type { Speaker } from "../chat/muted.ts";
import { useMutes } from "../chat/mutes.ts";
import { DialogLink } from "../design/parts/dialog-link.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { LinkButton } from "../design/parts/link-button.tsx";
import { Dot } from "../design/parts/pill.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { ReportForm } from "../report/index.ts";
import { BotFace, bareName } from "../session/bot.tsx";
import { describeSeat, dotKind } from "../session/match-facts.ts";
import { seatName } from "../session/seat-names.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import type { Action } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { lazyPart } from "../texts/lazy-part.tsx";
import { ChallengeNote, InviteBotButton } from "./invite-bot.tsx";
import styles from "./seat-card.module.css";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly person: SeatInfo<G>;
  readonly action: Action;
}

/** A seat, who sits there, whether they are ready, and what the viewer can do about that. */
export function SeatCard<G extends GameName>({ match, person, action }: Props<G>) {
  const { seat, kind, name } = person;
  const free = kind === "open";
  const own = seat === match.seat;
  return (
    <li data-seat={seat} className={`${styles.card} ${free ? styles.free : ""} ${own ? styles.own : ""}`}>
      <div className={styles.person}>
        <SeatSign seat={seat} free={free} />
        <p>
          <strong>
            {free ? seatName(seat) : bareName(name)}
            {person.host ? (
              <span className={styles.crown}>
                <Icon id="crown" />
              </span>
            ) : null}
          </strong>
          <small>
            {free ? null : <Dot kind={dotKind(person)} />}
            <BotFace name={name} />
            {describeSeat(person, own)}
            {match.details.seals[seat] === undefined ? null : `, ${i18n._("chance sealed")}`}
          </small>
        </p>
        {free || match.details.start !== "host" ? null : <ReadyMark ready={person.ready} />}
      </div>
      {free ? <ChallengeNote match={match} seat={seat} /> : null}
      <SeatActions match={match} person={person} action={action} />
    </li>
  );
}

function ReadyMark({ ready }: { readonly ready: boolean }) {
  return (
    <p className={styles.ready} data-ready={ready}>
      <span>{ready ? <Icon id="check" /> : null}</span>
      {ready ? i18n._("ready") : i18n._("not yet")}
    </p>
  );
}

const OwnTemple = lazyPart(
  async () => (await import("../temple/physical-temple.tsx")).OwnTemple,
  "temple",
  "refusals",
  "notes/open",
);

interface SeatActionsProps<G extends GameName> {
  readonly match: Match<G>;
  readonly person: SeatInfo<G>;
  readonly action: Action;
}

/** What the viewer can do about a seat: sit there, and as the host of the table decide who else does. */
function SeatActions<G extends GameName>({ match, person, action }: SeatActionsProps<G>) {
  const { seat, kind, name } = person;
  if (match.seat === null) return null;
  if (match.seat === seat) {
    return catalogEntry(match.game)?.temples === true ? (
      <div className={styles.actions}>
        <TempleButton match={match} isPaired={person.temple !== ""} />
      </div>
    ) : null;
  }
  const where = seatName(seat);
  if (kind === "open") {
    if (match.details.assigned) return null;
    return (
      <div className={styles.actions}>
        <LinkButton
          label={i18n._("Sit here, {seat}", { seat: where })}
          busy={action.busy}
          onClick={() => action.run(() => match.moveTo(seat))}
        >
          {i18n._("Sit here")}
        </LinkButton>
        {match.isHost ? (
          <>
            <SeatBotButtons match={match} person={person} action={action} />
            <InviteBotButton match={match} seat={seat} where={where} />
          </>
        ) : null}
      </div>
    );
  }
  if (kind === "bot") {
    return match.isHost ? <BotActions match={match} person={person} action={action} /> : null;
  }
  return (
    <div className={styles.actions}>
      {match.isHost ? (
        <Fragment key={name}>
          {kind === "bot-account" ? null : (
            <LinkButton
              label={i18n._("Make {name} the host", { name })}
              busy={action.busy}
              onClick={() => action.run(() => match.handOver(seat))}
            >
              {i18n._("Make host")}
            </LinkButton>
          )}
          <KickButton
            label={i18n._("Kick {name}", { name })}
            words={i18n._("Kick")}
            result={i18n._("Take the seat from {name}", { name })}
            onKick={() => action.run(() => match.freeSeat(seat))}
          />
          <KickButton
            label={i18n._("Kick and block {name}", { name })}
            words={i18n._("Block")}
            result={i18n._("Keep {name} away from this table", { name })}
            onKick={() => action.run(() => match.freeSeat(seat, { block: true }))}
          />
        </Fragment>
      ) : null}
      {match.silent ? null : (
        <MuteButton match={match} speaker={{ seat, name, player: person.player }} action={action} />
      )}
      <ReportButton match={match} person={person} />
    </div>
  );
}

/** What the host can do about a bot: choose its strength, and remove it. */
function BotActions<G extends GameName>({ match, person: { seat, name }, action }: SeatActionsProps<G>) {
  const where = seatName(seat);
  return (
    <div className={styles.actions}>
      <Segments
        label={i18n._("Strength of the bot, {seat}", { seat: where })}
        options={botKinds()}
        value={kindOf(name)}
        onChange={(chosen) => action.run(() => match.seatBot(seat, chosen))}
      />
      <LinkButton
        tone="danger"
        label={i18n._("Remove the bot, {seat}", { seat: where })}
        busy={action.busy}
        onClick={() => action.run(() => match.freeSeat(seat))}
      >
        {i18n._("Remove")}
      </LinkButton>
    </div>
  );
}

/** Opens the form with which the viewer reports a player. */
function ReportButton<G extends GameName>({
  match,
  person: { seat, name },
}: Omit<SeatActionsProps<G>, "action">) {
  return (
    <DialogLink
      label={i18n._("Report {name}", { name })}
      words={i18n._("Report")}
      title={i18n._("Report a player")}
    >
      {() => <ReportForm match={match} seat={seat} />}
    </DialogLink>
  );
}

interface TempleButtonProps<G extends GameName> {
  readonly match: Match<G>;
  readonly isPaired: boolean;
}

/** Opens what makes the viewer's seat local to a temple of wood and stone, or ends that. */
function TempleButton<G extends GameName>({ match, isPaired }: TempleButtonProps<G>) {
  return (
    <DialogLink words={isPaired ? i18n._("Your temple") : i18n._("Pair a temple")} title={i18n._("Temple")}>
      {() => <OwnTemple match={match} />}
    </DialogLink>
  );
}

function SeatBotButtons<G extends GameName>({ match, person: { seat }, action }: SeatActionsProps<G>) {
  return botKinds().map(({ value, label }) => (
    <LinkButton
      key={value}
      label={i18n._("Seat a bot: {label}, {seat}", { label, seat: seatName(seat) })}
      busy={action.busy}
      onClick={() => action.run(() => match.seatBot(seat, value))}
    >
      + {label}
    </LinkButton>
  ));
}

interface MuteButtonProps<G extends GameName> {
  readonly match: Match<G>;
  readonly speaker: Speaker;
  readonly action: Action;
}

/** Says whether the viewer hears what a player says. */
function MuteButton<G extends GameName>({ match, speaker, action }: MuteButtonProps<G>) {
  const mutes = useMutes(match);
  const { name } = speaker;
  const isMuted = mutes.isMuted(speaker);
  return (
    <LinkButton
      label={isMuted ? i18n._("Hear {name} again", { name }) : i18n._("Mute {name}", { name })}
      busy={action.busy}
      onClick={() => action.run(() => (isMuted ? mutes.hear(speaker) : mutes.mute(speaker)))}
    >
      {isMuted ? i18n._("Unmute") : i18n._("Mute")}
    </LinkButton>
  );
}

interface KickButtonProps {
  readonly label: string;
  readonly words: string;
  /** What the second press does. */
  readonly result: string;
  readonly onKick: () => void;
}

/** Sends a player away: the first press names what the second does. */
function KickButton({ label, words, result, onKick }: KickButtonProps) {
  const [asked, press] = useSecondPress(onKick);
  return (
    <LinkButton tone="danger" label={asked ? result : label} onClick={press}>
      {asked ? result : words}
    </LinkButton>
  );
}

const botKinds = (): readonly { readonly value: BotKind; readonly label: string }[] => [
  { value: "easy", label: i18n._("Easy") },
  { value: "skilled", label: i18n._("Skilled") },
  { value: "strong", label: i18n._("Strong") },
];

/** Returns the kind of a bot, which its name says. */
const kindOf = (name: string): BotKind => readBotName(name)?.kind ?? "easy";
