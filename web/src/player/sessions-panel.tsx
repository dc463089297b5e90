import type { Identity } from "@flower-war/client-sdk";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { host } from "../session/host.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";
import type { RunProven } from "./proof.tsx";

/** A device on which the viewer is signed in. */
export type PlayerSession = Awaited<ReturnType<Identity["sessions"]>>[number];

interface Props {
  /** The one last seen first. */
  readonly sessions: readonly PlayerSession[];
  readonly reload: () => Promise<unknown>;
  readonly runProven: RunProven;
}

/** Where the viewer is signed in: each of their devices can be signed out from here. */
export function SessionsPanel({ sessions, reload, runProven }: Props) {
  const action = useAction();
  const end = (id: string) =>
    action.run(async () => {
      const identity = await host.identity();
      await runProven(() => identity.endSession(id));
      await reload();
    });
  return (
    <Panel title={i18n._("Where you are signed in")}>
      <ul className={styles.devices}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{nameOf(session)}</strong>
              <span>{describe(session)}</span>
            </div>
            {session.current ? null : (
              <Button
                aria-label={i18n._("Sign out {device}", { device: nameOf(session) })}
                aria-disabled={action.busy}
                onClick={() => end(session.id)}
              >
                {i18n._("Sign out")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <PlayerNote error={action.error} />
    </Panel>
  );
}

function nameOf({ device, createdAt }: PlayerSession): string {
  if (createdAt === undefined) return i18n._("Devices signed in before this list was kept");
  return device === "" ? i18n._("An unknown device") : device;
}

function describe({ createdAt, seenAt, current }: PlayerSession): string {
  const day = (at: number) => i18n.date(at, { dateStyle: "medium" });
  const seen = i18n._("last used {date}", { date: day(seenAt) });
  return [
    current ? i18n._("this device") : seen,
    ...(createdAt === undefined ? [] : [i18n._("signed in {date}", { date: day(createdAt) })]),
  ].join(" · ");
}
