import { type GameName, isPlayer, type Match } from "@flower-war/client-sdk";
import { useLocation } from "wouter";
import { prefer, usePreferences } from "../../../base/preferences.ts";
import { paths } from "../../../base/routes.ts";
import { SettingsFields } from "../../../design/page/settings-fields.tsx";
import { Button } from "../../../design/parts/button.tsx";
import { Check } from "../../../design/parts/field.tsx";
import { CATALOG, catalogEntry } from "../../../games/catalog.ts";
import { RefusalNote } from "../../../session/refusal-note.tsx";
import { useAction } from "../../../session/use-action.ts";
import { i18n } from "../../../texts/index.ts";
import { laterPart } from "../../../texts/lazy-part.tsx";
import { askToNotify, canNotify, playTurnSound } from "../../../session/turn-signal.tsx";
import styles from "../match-menu.module.css";
import { RulesLink } from "../rules-link.tsx";

const MannersButtons = laterPart(
  async () => (await import("../../../notes/open/time-buttons.tsx")).MannersButtons,
  "notes/open",
);

/** Loads the buttons of a table's manners. */
export const loadManners = MannersButtons.load;

/** What the menu's dialog shows. */
export type MenuPage =
  | "menu"
  | "hint"
  | "invite"
  | "policy"
  | "temple"
  | "report"
  | "dice"
  | "embed"
  | "concede";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** The seats that have not conceded, in turn order. */
  readonly inPlay: readonly string[];
  /** The other seats in play; `null`: the viewer is in play no more, or cannot concede. */
  readonly others: readonly string[] | null;
  readonly onOpen: (page: MenuPage) => void;
  readonly onClose: () => void;
  readonly onResult: (() => void) | null;
}

/** Everything about a match that is not a move. */
export function MenuList<G extends GameName>({ match, inPlay, others, onOpen, onClose, onResult }: Props<G>) {
  const [, goTo] = useLocation();
  return (
    <div className={styles.list}>
      {onResult === null ? null : (
        <Button tone="gold" onClick={onResult}>
          {i18n._("See the result")}
        </Button>
      )}
      <Button onClick={() => onOpen("invite")}>{i18n._("Invite")}</Button>
      <RulesLink game={match.game} className={styles.entry} />
      {match.isHost && match.status !== "over" ? (
        <Button onClick={() => onOpen("policy")}>{i18n._("Guests and chat")}</Button>
      ) : null}
      {match.seat !== null && catalogEntry(match.game)?.temples === true ? (
        <Button onClick={() => onOpen("temple")}>{i18n._("Temple")}</Button>
      ) : null}
      <Button onClick={() => onOpen("dice")}>{CATALOG[match.game].fair()}</Button>
      <MannersButtons
        match={match}
        inPlay={inPlay}
        others={others}
        onAsked={onClose}
        onHint={() => onOpen("hint")}
      />
      <EndButtons match={match} onConcede={others ? () => onOpen("concede") : null} onOffered={onClose} />
      <Button onClick={() => onOpen("embed")}>{i18n._("Show on another site")}</Button>
      <Button onClick={() => onOpen("report")}>{i18n._("Report a player")}</Button>
      <SignalFields />
      <SettingsFields />
      <Button onClick={() => goTo(paths.lobby)}>{i18n._("Leave to the lobby")}</Button>
    </div>
  );
}

/** Sounds and notifications. */
function SignalFields() {
  const { sound, notify } = usePreferences();
  const toggleNotify = async (wanted: boolean) => prefer({ notify: wanted && (await askToNotify()) });
  return (
    <>
      <Check
        checked={sound}
        onChange={(wanted) => {
          prefer({ sound: wanted });
          if (wanted) playTurnSound();
        }}
      >
        {i18n._("Sounds: my turn, and what happens to me")}
      </Check>
      <Check checked={notify && canNotify()} onChange={(wanted) => void toggleNotify(wanted)}>
        {i18n._("A notification when this tab is in the background")}
      </Check>
    </>
  );
}

interface EndButtonsProps<G extends GameName> {
  readonly match: Match<G>;
  /** Asks whether the viewer concedes; `null`: they have nothing to concede. */
  readonly onConcede: (() => void) | null;
  /** An offer was made. */
  readonly onOffered: () => void;
}

/** The ways in which the viewer can end the match before its time. */
function EndButtons<G extends GameName>({ match, onConcede, onOffered }: EndButtonsProps<G>) {
  const action = useAction();
  const { seat, status, seats, offer } = match;
  if (seat === null || status !== "playing") return null;
  const isAlone = seats.every((each) => each.seat === seat || !isPlayer(each.kind));
  const make = (what: "draw" | "abort") =>
    action.run(async () => {
      await match.makeOffer(what);
      onOffered();
    });
  return (
    <>
      {isAlone || offer !== null ? null : (
        <Button aria-disabled={action.busy} onClick={() => make("draw")}>
          {i18n._("Offer a draw")}
        </Button>
      )}
      {match.canAbort && offer === null ? (
        <Button aria-disabled={action.busy} onClick={() => make("abort")}>
          {isAlone ? i18n._("Abort the match") : i18n._("Offer to abort the match")}
        </Button>
      ) : null}
      {onConcede === null ? null : <Button onClick={onConcede}>{i18n._("Concede the match")}</Button>}
      <RefusalNote error={action.error} />
    </>
  );
}
