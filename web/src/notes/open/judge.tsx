import { type GameName, isPlayer, type Match, Refusal } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import { paths } from "../../base/routes.ts";
import { Button } from "../../design/parts/button.tsx";
import { Icon } from "../../design/parts/icon.tsx";
import { Notice } from "../../design/parts/notice.tsx";
import type { RefusalTexts } from "../../refusals/refusal-texts.ts";
import { nameAt } from "../../session/bot.tsx";
import { delayWords } from "../../session/delay-words.ts";
import { actAsJudge, judgeSecret } from "../../session/judge.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { LinkActions, useOriginForOthers } from "../../session/share.tsx";
import { useAction } from "../../session/use-action.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { i18n } from "../../texts/index.ts";
import styles from "../notes.module.css";
import { useClose } from "./use-close.tsx";

const HOST_TEXTS: RefusalTexts = {
  "too-many-offers": () => i18n._("You sought a judge a short while ago. Wait before you seek another one."),
};

interface Props<G extends GameName> {
  readonly match: Match<G>;
}

interface ButtonProps<G extends GameName> extends Props<G> {
  readonly onAsked: () => void;
}

interface SeekProps<G extends GameName> extends ButtonProps<G> {
  /** The seats that have not conceded, in turn order. */
  readonly inPlay: readonly string[];
  /** The other seats in play; `null`: the viewer is in play no more, or cannot concede. */
  readonly others: readonly string[] | null;
}

/** Lets the host seek a judge and let them go, at a table that may have one, and the judge judge. */
export function JudgeButtons<G extends GameName>({ match, inPlay, others, onAsked }: SeekProps<G>) {
  const action = useAction();
  const secret = judgeSecret(match);
  if (secret !== null) return <JudgeActs match={match} inPlay={inPlay} secret={secret} onAsked={onAsked} />;
  const { judge } = match.details;
  const isNext = isNextHost(match, others);
  if (match.status !== "playing" || !(isNext || (match.isHost && judge !== null))) return null;
  const isWanted = judge === null;
  const seek = async () => {
    await match.seekJudge(isWanted);
    onAsked();
  };
  return (
    <>
      {judge !== null && isNext && isOwnSearch(match, judge) ? <SoughtLink match={match} /> : null}
      <Button aria-disabled={action.busy} onClick={() => action.run(seek)}>
        {isWanted ? i18n._("Seek a judge") : i18n._("Without a judge")}
      </Button>
      <RefusalNote error={action.error} texts={HOST_TEXTS} />
    </>
  );
}

type Judge = NonNullable<Match["details"]["judge"]>;

/** Whether the viewer seeks judges: as the host in play, or once that has conceded as the first person in play. */
function isNextHost<G extends GameName>({ seat, seats }: Match<G>, others: SeekProps<G>["others"]): boolean {
  if (others === null) return false;
  const inPlay = seats.filter((each) => each.kind === "human" && [seat, ...others].includes(each.seat));
  return (inPlay.find(({ host }) => host) ?? inPlay[0])?.seat === seat;
}

/** Whether the viewer's seat seeks a judge. One that another seat sought is not theirs: with a link they would seek anew. */
const isOwnSearch = <G extends GameName>(match: Match<G>, { seat, name }: Judge): boolean =>
  match.seat === seat && name === "";

/** Who judges, or that a judge is sought, until the viewer closes it; for the host the link, until a judge has come. */
export function OpenJudgeNote<G extends GameName>({ match, ...judge }: Props<G> & Judge) {
  const [closed, close] = useClose();
  const isOwn = judgeSecret(match) !== null;
  if (closed) return null;
  if (isOwnSearch(match, judge)) return <SoughtNote match={match} close={close} />;
  return (
    <Notice level={null} picture={<Icon id="eye" />} title={titleOf(match, judge, isOwn)} actions={close}>
      <p>
        {isOwn
          ? i18n._("What you may do is in the menu.")
          : i18n._(
              "A judge sees what spectators see. They may pause, give time, let a bot play for who is away, and ask to end the match.",
            )}
      </p>
    </Notice>
  );
}

function titleOf<G extends GameName>(match: Match<G>, { seat, name }: Judge, isOwn: boolean): string {
  if (name === "") return i18n._("{name} seeks a judge", { name: nameAt(match, seat) });
  return isOwn ? i18n._("You judge this table") : i18n._("{name} judges this table", { name });
}

/** That the host seeks a judge, with the link for one, until one has come or the host seeks none. */
function SoughtNote<G extends GameName>({ match, close }: Props<G> & { readonly close: ReactNode }) {
  const action = useAction();
  const link = useJudgeToken(match);
  // Another player names the judge now: this one's link is void.
  if (link.error instanceof Refusal && VOID.includes(link.error.code)) return null;
  return (
    <Notice
      level={null}
      tone="waiting"
      picture={<Icon id="share" />}
      title={i18n._("You seek a judge")}
      actions={
        <>
          <Button aria-disabled={action.busy} onClick={() => action.run(() => match.seekJudge(false))}>
            {i18n._("Without a judge")}
          </Button>
          {close}
        </>
      }
    >
      <JudgeLink match={match} {...link} />
      <RefusalNote error={action.error} />
    </Notice>
  );
}

/** Refusals of who seeks no judge any more: they have conceded, or the seat was handed over. */
const VOID: readonly string[] = ["not-host", "not-seated"];

const useJudgeToken = <G extends GameName>(match: Match<G>) => useAnswer(match.id, () => match.seekJudge());

function SoughtLink<G extends GameName>({ match }: Props<G>) {
  return <JudgeLink match={match} {...useJudgeToken(match)} />;
}

/** The link with which another person becomes the judge. */
function JudgeLink<G extends GameName>({
  match,
  answer: token,
  error,
}: Props<G> & Pick<ReturnType<typeof useJudgeToken>, "answer" | "error">) {
  const origin = useOriginForOthers();
  const link = `${origin}${paths.match(match.invitation ?? match.id)}#judge=${token}`;
  return (
    <>
      <p>{i18n._("The first person who opens this link and agrees is the judge.")}</p>
      {token === null ? null : <LinkActions link={link} />}
      <RefusalNote error={error} />
    </>
  );
}

/** s that are given at once, and of the shorter one of a judge's pauses. */
export const GIVEN = 300;

const TEXTS: RefusalTexts = {
  "not-away": () => i18n._("This player has not been away for long enough."),
  "too-many-offers": () => i18n._("The players were asked a short while ago. Wait before you ask again."),
};

/** What a judge may do now. */
function JudgeActs<G extends GameName>({
  match,
  inPlay,
  secret,
  onAsked,
}: Omit<SeekProps<G>, "others"> & { readonly secret: string }) {
  const action = useAction();
  return (
    <div role="group" aria-label={i18n._("You judge this table")} className={styles.list}>
      {actsOf(match, inPlay).map(([label, act]) => (
        <Button
          key={label}
          aria-disabled={action.busy}
          onClick={() =>
            action.run(async () => {
              await actAsJudge(match, secret, act);
              onAsked();
            })
          }
        >
          {label}
        </Button>
      ))}
      <RefusalNote error={action.error} texts={TEXTS} />
    </div>
  );
}

/** Returns what a judge may do now, in words and as a request. */
function actsOf<G extends GameName>(
  { details, offer, seats, clock }: Match<G>,
  inPlay: SeekProps<G>["inPlay"],
): readonly (readonly [string, Parameters<Match["judge"]>[1]])[] {
  const { pauses, paused } = details;
  const given = Math.min(pauses, GIVEN);
  const people = seats.filter(({ seat, kind }) => isPlayer(kind) && inPlay.includes(seat));
  const away = people.filter(({ seat, connected }) =>
    clock === null ? !connected : clock.seats.get(seat)?.away === true,
  );
  const lengths = pauses === 0 || paused !== null ? [] : [...new Set([given, pauses])];
  const gifts = pauses === 0 ? [] : people;
  return [
    ...lengths.map(
      (seconds) =>
        [i18n._("Pause for {time}", { time: delayWords(seconds) }), { act: "pause", seconds }] as const,
    ),
    ...gifts.map(
      ({ seat, name }) =>
        [
          i18n._("Give {name} {time} more", { name, time: delayWords(given) }),
          { act: "give-time", to: seat, seconds: given },
        ] as const,
    ),
    ...away.map(
      ({ seat, name }) =>
        [i18n._("Let a bot play for {name}", { name }), { act: "free-seat", to: seat }] as const,
    ),
    ...(offer === null
      ? ([
          [i18n._("Ask for a draw"), { act: "ask-end", what: "draw" }],
          [i18n._("Ask to abort the match"), { act: "ask-end", what: "abort" }],
        ] as const)
      : []),
  ];
}
