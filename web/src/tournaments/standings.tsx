import type { Tournament } from "@flower-war/client-sdk/tournaments";
import { useState } from "react";
import { Link } from "wouter";
import { paths } from "../base/routes.ts";
import { useSecondPress } from "../base/use-second-press.ts";
import { LinkButton } from "../design/parts/link-button.tsx";
import { Pages } from "../design/parts/pages.tsx";
import { Panel, Unseen } from "../design/parts/panel.tsx";
import { Dot, Pill } from "../design/parts/pill.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { type Action, useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { TEXTS } from "./refusals.ts";
import styles from "./standings.module.css";
import { leftWord, tieBreakWord } from "./words.ts";

/** Players on one page of the list. */
const PAGE = 50;

interface Props {
  readonly tournament: Tournament;
  /** The id of the viewer's player; `null`: none yet. */
  readonly me: string | null;
  /** Whether the server answered when it was asked last. */
  readonly live: boolean;
  /** Removes a player; `null`: the viewer does not organise it. */
  readonly onRemove: ((player: string) => Promise<unknown>) | null;
}

/** Who stands where. Nothing here is announced as it changes: a screen reader's user reads it when they like. */
export function Standings({ tournament, me, live, onRemove }: Props) {
  const { standings, status, tieBreaks } = tournament;
  const [wanted, setPage] = useState(1);
  const action = useAction();
  const pages = Math.max(1, Math.ceil(standings.length / PAGE));
  const page = Math.min(wanted, pages);
  const shown = standings.slice((page - 1) * PAGE, page * PAGE);
  return (
    <Panel title={i18n._("The standings")} className={styles.panel}>
      {status === "over" ? null : (
        <p role="status" className={styles.live}>
          <Dot kind={live ? "on" : "off"} />
          {live ? i18n._("live") : i18n._("Not live at the moment. Trying again…")}
        </p>
      )}
      {standings.length === 0 ? (
        <p>{i18n._("No player yet. Be the first.")}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{i18n._("Place")}</th>
              <th scope="col">{i18n._("Player")}</th>
              <th scope="col">{i18n._("Points")}</th>
              <th scope="col">{i18n._("Played")}</th>
              {tieBreaks.map((each) => (
                <th key={each} scope="col" className={styles.wide}>
                  {tieBreakWord(each)}
                </th>
              ))}
              {onRemove === null ? null : (
                <th scope="col">
                  <Unseen>{i18n._("Remove")}</Unseen>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((standing) => (
              <Row
                key={standing.id}
                standing={standing}
                own={standing.id === me}
                action={action}
                onRemove={onRemove}
              />
            ))}
          </tbody>
        </table>
      )}
      <Pages label={i18n._("Pages of the standings")} page={page} pages={pages} onTurn={setPage} />
      <RefusalNote error={action.error} texts={TEXTS} />
    </Panel>
  );
}

interface RowProps extends Pick<Props, "onRemove"> {
  readonly standing: Tournament["standings"][number];
  readonly own: boolean;
  readonly action: Action;
}

function Row({ standing, own, action, onRemove }: RowProps) {
  const { id, name, bot, active, place, points, played, tieBreaks } = standing;
  return (
    <tr className={own ? styles.mine : undefined}>
      <td>{place}</td>
      <th scope="row">
        <Link href={paths.profile(id)}>{name}</Link> {own ? <Pill tone="gold">{i18n._("you")}</Pill> : null}{" "}
        {bot ? <Pill>{i18n._("bot")}</Pill> : null} {active ? null : <small>{leftWord(standing)}</small>}
      </th>
      <td>
        <b>{i18n.number(points)}</b>
      </td>
      <td>{played}</td>
      {tieBreaks.map((value, i) => (
        <td key={i} className={styles.wide}>
          {i18n.number(value)}
        </td>
      ))}
      {onRemove === null ? null : (
        <td>{active ? <Remove name={name} action={action} onRemove={() => onRemove(id)} /> : null}</td>
      )}
    </tr>
  );
}

interface RemoveProps {
  readonly name: string;
  readonly action: Action;
  readonly onRemove: () => Promise<unknown>;
}

/** Removes a player, after a second press. */
function Remove({ name, action, onRemove }: RemoveProps) {
  const [asked, press] = useSecondPress(() => action.run(onRemove));
  return (
    <LinkButton
      tone="danger"
      busy={action.busy}
      label={asked ? i18n._("Really remove {name}", { name }) : i18n._("Remove {name}", { name })}
      onClick={press}
    >
      {asked ? i18n._("Really?") : i18n._("Remove")}
    </LinkButton>
  );
}
