import { useSecondPress } from "../base/use-second-press.ts";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import type { Props } from "./acts.ts";
import { TEXTS } from "./refusals.ts";
import styles from "./tournament-view.module.css";

/** What its organiser does with a tournament that is not over. */
export function OrganisePanel({ tournament, acts }: Pick<Props, "tournament" | "acts">) {
  const { status, players, seats } = tournament;
  const action = useAction();
  const direct = (act: "start" | "pause" | "resume" | "end") => action.run(() => acts.direct({ act }));
  const [ends, pressEnd] = useSecondPress(() => direct("end"));
  return (
    <Panel title={i18n._("You organise it")} className={styles.organise}>
      <p>{describe(tournament)}</p>
      <div className={styles.row}>
        {status === "gathering" ? (
          <Button
            tone={players < seats ? "plain" : "gold"}
            aria-disabled={action.busy}
            onClick={() => direct("start")}
          >
            {i18n._("Start now")}
          </Button>
        ) : null}
        {status === "running" ? (
          <Button aria-disabled={action.busy} onClick={() => direct("pause")}>
            {i18n._("Pause")}
          </Button>
        ) : null}
        {status === "paused" ? (
          <Button tone="gold" aria-disabled={action.busy} onClick={() => direct("resume")}>
            {i18n._("Go on")}
          </Button>
        ) : null}
        <Button aria-disabled={action.busy} onClick={pressEnd}>
          {ends ? i18n._("Really end the tournament") : i18n._("End it")}
        </Button>
      </div>
      <RefusalNote error={action.error} texts={TEXTS} />
    </Panel>
  );
}

function describe({ status, players, seats, noShow }: Props["tournament"]): string {
  switch (status) {
    case "gathering":
      return players < seats
        ? i18n._("A table needs {seats} players. Share the tournament's address.", { seats })
        : i18n._("You can start it whenever you like.");
    case "running":
      return i18n._("Who does not come to a match within {seconds} s loses it and is withdrawn.", {
        seconds: noShow,
      });
    default:
      return i18n._("No one is paired now. Matches go on, and count.");
  }
}
