import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect } from "react";
import { useRedraw } from "../base/use-redraw.ts";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import type { Action } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./waiting.module.css";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly action: Action;
}

/** What the match waits for before it begins, and what the viewer can do about that. */
export function Waiting<G extends GameName>({ match, action }: Props<G>) {
  const { seats, details, isHost } = match;
  const own = seats.find(({ seat }) => seat === match.seat);
  const taken = seats.filter(({ kind }) => kind !== "open");
  const canStart =
    taken.length >= (catalogEntry(match.game)?.seats.min ?? 2) || details.start === "countdown";
  return (
    <div className={styles.waiting}>
      <div>
        <h2>
          <span role="status">{titleOf(match)}</span>
        </h2>
        <p>{details.start === "countdown" ? <Countdown match={match} /> : describeWait(match)}</p>
        <RefusalNote error={action.error} />
      </div>
      <div className={styles.buttons}>
        {details.start === "host" && own !== undefined ? (
          <Button
            className={own.ready ? (styles.ready ?? "") : ""}
            aria-pressed={own.ready}
            onClick={() => action.run(() => match.setReady(!own.ready))}
          >
            <Icon id="check" />
            {i18n._("Ready")}
          </Button>
        ) : null}
        {isHost && details.start !== "full" ? (
          <Button
            tone="gold"
            aria-disabled={!canStart || action.busy}
            onClick={() => (canStart ? action.run(() => match.start()) : undefined)}
          >
            {startLabel(match, taken.length)}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function startLabel<G extends GameName>({ details }: Match<G>, taken: number): string {
  return details.start === "countdown" ? i18n._("Start now") : i18n._("Start with {taken}", { taken });
}

function titleOf<G extends GameName>({ seats, details }: Match<G>): string {
  const open = seats.filter(({ kind }) => kind === "open").length;
  const taken = seats.filter(({ kind }) => kind !== "open");
  if (details.start !== "host" || taken.length < 2) {
    if (open === 0) return i18n._("It begins…");
    return i18n._("{open, plural, one {One seat is free} other {# seats are free}}", { open });
  }
  const ready = taken.filter((person) => person.ready).length;
  return i18n._("{ready} of {taken} are ready", { ready, taken: taken.length });
}

function describeWait<G extends GameName>(match: Match<G>): string {
  const { seats, details, isHost } = match;
  if (details.start === "full") return i18n._("The match begins by itself when every seat is taken.");
  const waited = seats.filter(({ kind, ready, seat }) => kind === "human" && !ready && seat !== match.seat);
  const names = waited.map(({ name }) => name).join(", ");
  const fewest = catalogEntry(match.game)?.seats.min ?? 2;
  if (isHost && seats.filter(({ kind }) => kind !== "open").length < fewest) {
    return i18n._("Invite somebody, or seat a bot.");
  }
  if (isHost) {
    if (names === "") return i18n._("You may start whenever you like. Free seats vanish.");
    return i18n._("We wait for {names}. You may start without waiting.", { names });
  }
  const host = seats.find((person) => person.host)?.name;
  if (host === undefined) return i18n._("The match begins when every seat is taken and everybody is ready.");
  return i18n._("{host} starts.", { host });
}

/** How long people may still come before bots take the free seats. */
function Countdown<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const seconds = useSecondsUntil(match);
  return (
    <span role="timer">
      {i18n._(
        "{seconds, plural, =0 {Bots take the free seats now.} one {Bots take the free seats in # second.} other {Bots take the free seats in # seconds.}}",
        {
          seconds,
        },
      )}
    </span>
  );
}

/** Returns the whole seconds until bots take the free seats of a match with a countdown; renders again with each. */
function useSecondsUntil<G extends GameName>(match: Match<G>): number {
  useRedraw(1000);
  useEffect(() => {
    // Makes the estimate of the server's time, which the first countdown needs.
    match.here().catch(() => {});
  }, [match]);
  const { startsAt, serverTime } = match;
  return startsAt === null ? 0 : Math.max(0, Math.ceil((startsAt - serverTime) / 1000));
}
