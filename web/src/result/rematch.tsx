import type { GameName, Match } from "@flower-war/client-sdk";
import { useLocation } from "wouter";
import { nameOf, paths } from "../base/routes.ts";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Unseen } from "../design/parts/panel.tsx";
import { SeatSign } from "../session/seat-sign.tsx";
import { host } from "../session/host.ts";
import { rememberedToken } from "../session/memory.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { sitDown } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./rematch.module.css";

/** The way from a result into the next match with the same people: for those who played a seat there, for others to watch. */
export function RematchButton<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const [, goTo] = useLocation();
  const action = useAction();
  const { id, game, wantedRematch } = match;
  const token = match.token ?? rememberedToken(id);
  const wanting = match.seats.filter(({ seat }) => wantedRematch?.seats.includes(seat) === true);
  if (token === null) {
    // The rematch of a private match is private too: only those who played are led there.
    const isOpen = wantedRematch !== null && match.invitation === null;
    return isOpen ? <GoToRematch id={wantedRematch.match} /> : <PlayAgain game={game} />;
  }
  const play = () =>
    action.run(async () => {
      const next = await sitDown(host.rematch(id, token));
      goTo(paths.match(nameOf(next.match)));
    });
  return (
    <div className={styles.rematch}>
      <Button tone="gold" aria-disabled={action.busy} onClick={play}>
        <Icon id="again" />
        <span className={styles.label}>
          {i18n._("Rematch")}
          {wanting.length === 0 ? null : (
            <span className={styles.wanting} aria-hidden="true">
              {wanting.map(({ seat }) => (
                <SeatSign key={seat} seat={seat} size="small" />
              ))}
              {i18n._("{count, plural, one {wants one} other {want one}}", { count: wanting.length })}
            </span>
          )}
        </span>
      </Button>
      <div role="status">
        <Unseen>{wanting.length === 0 ? "" : describeWanting(wanting.map(({ name }) => name))}</Unseen>
      </div>
      <RefusalNote error={action.error} />
      {action.error === null || wantedRematch === null ? null : (
        <div className={styles.other}>
          <GoToRematch id={wantedRematch.match} />
        </div>
      )}
    </div>
  );
}

function describeWanting(names: readonly string[]): string {
  const list = new Intl.ListFormat(i18n.locale, { type: "conjunction" });
  return i18n._("{count, plural, one {{names} wants a rematch} other {{names} want a rematch}}", {
    count: names.length,
    names: list.format(names),
  });
}

/** The way to the match in which this one is played again. */
export function GoToRematch({ id }: { readonly id: string }) {
  const [, goTo] = useLocation();
  return (
    <Button tone="gold" onClick={() => goTo(paths.match(id))}>
      <Icon id="eye" />
      {i18n._("Go to the rematch")}
    </Button>
  );
}

/** The way to a new match of a game, with whoever comes. */
export function PlayAgain({ game }: { readonly game: string }) {
  const [, goTo] = useLocation();
  return (
    <Button tone="gold" onClick={() => goTo(`${paths.create}?game=${game}`)}>
      <Icon id="again" />
      {i18n._("Play again")}
    </Button>
  );
}
