import { useCallback, useEffect, useState } from "react";
import { Link } from "wouter";
import { TopBar } from "../design/page/frame.tsx";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { NoticesPanel } from "../notices/notices-panel.tsx";
import { i18n } from "../texts/index.ts";
import { AccountPanel, GuestPanel } from "./sign-in-panels.tsx";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";
import type { PlayerInfo } from "@flower-war/client-sdk";
import { Button } from "../design/parts/button.tsx";
import { Form } from "../design/parts/field.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { host } from "../session/host.ts";
import { rememberedName, rememberName } from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { useAction } from "../session/use-action.ts";
import type { SignInMeans } from "@flower-war/client-sdk/players";

/** The viewer's player: their name, how they are known on other devices, and deletion. */
export function PlayerPage() {
  const heading = i18n._("You");
  usePage(heading);
  const { me, error, reload } = useMe();
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <>
      <TopBar>
        <h1 tabIndex={-1}>{heading}</h1>
      </TopBar>
      <main className={styles.page}>
        <PlayerNote error={error} />
        {codes.length > 0 ? <CodesPanel codes={codes} onDone={() => setCodes([])} /> : null}
        {me === null ? null : (
          <>
            {me.player === null ? null : (
              <p className={styles.profile}>
                <Link href={paths.profile(me.player.id)}>{i18n._("Your profile and matches")}</Link>
              </p>
            )}
            <NameForm player={me.player} reload={reload} />
            {me.means === null ? (
              <GuestPanel player={me.player} reload={reload} onCodes={setCodes} />
            ) : (
              <AccountPanel means={me.means} reload={reload} onCodes={setCodes} />
            )}
            <NoticesPanel key={`notices ${me.player?.id ?? ""}`} />
            {me.player === null ? null : <DeletePanel player={me.player} reload={reload} />}
          </>
        )}
      </main>
    </>
  );
}

interface Props {
  readonly player: PlayerInfo | null;
  readonly reload: () => Promise<void>;
}

/** The name by which the others call the viewer, on all their devices. */
function NameForm({ player, reload }: Props) {
  const [name, setName] = useState(player?.name ?? rememberedName());
  const action = useAction();
  // Another player has another name. The form stays, so that the focus stays after the first name is saved.
  const [known, setKnown] = useState(player?.id);
  if (known !== player?.id) {
    setKnown(player?.id);
    setName(player?.name ?? rememberedName());
  }
  const save = () =>
    action.run(async () => {
      await (await host.identity()).rename(name.trim());
      await reload();
    });
  const isSaved = player !== null && player.name === name.trim();
  return (
    <Panel title={i18n._("Name")}>
      <Form className={styles.row} onSubmit={save}>
        <NameField name={name} onChange={setName} />
        <Button type="submit" aria-disabled={action.busy || isSaved}>
          {i18n._("Save")}
        </Button>
      </Form>
      <p role="status">{isSaved ? i18n._("Saved. At tables where you sit you keep the old name.") : null}</p>
      <PlayerNote error={action.error} />
    </Panel>
  );
}

interface CodesPanelProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** New recovery codes, which are shown this once. */
function CodesPanel({ codes, onDone }: CodesPanelProps) {
  return (
    <Panel title={i18n._("Your recovery codes")} lit>
      <p>
        {i18n._(
          "Write them down and keep them safe: this is the only time you see them. If you lose your devices, each code signs you in once.",
        )}
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.row}>
        <Button onClick={() => void navigator.clipboard.writeText(codes.join("\n"))}>{i18n._("Copy")}</Button>
        <Button tone="gold" onClick={onDone}>
          {i18n._("I have them")}
        </Button>
      </div>
    </Panel>
  );
}

interface DeletePanelProps {
  readonly player: PlayerInfo;
  readonly reload: () => Promise<void>;
}

/** Deletes the viewer's player, after a second press that names what happens. */
function DeletePanel({ player, reload }: DeletePanelProps) {
  const [asked, setAsked] = useState(false);
  const action = useAction();
  const remove = () =>
    action.run(async () => {
      await (await host.identity()).delete();
      rememberName("");
      await reload();
    });
  return (
    <Panel title={i18n._("Delete")}>
      <p>
        {i18n._(
          "Deletes your player, with passkeys, recovery codes and e-mail address, from this server. Matches that you played keep the name that you had there.",
        )}
      </p>
      <div className={styles.row}>
        {asked ? (
          <>
            <Button tone="go" aria-disabled={action.busy} onClick={remove}>
              {i18n._("Delete {name} for good", { name: player.name })}
            </Button>
            <Button onClick={() => setAsked(false)}>{i18n._("Keep")}</Button>
          </>
        ) : (
          <Button onClick={() => setAsked(true)}>{i18n._("Delete my player")}</Button>
        )}
      </div>
      <PlayerNote error={action.error} />
    </Panel>
  );
}

/** The viewer's player at this server. */
interface Me {
  /** `null`: not known yet. */
  readonly player: PlayerInfo | null;
  /** How an account can sign in; `null` for a guest. */
  readonly means: SignInMeans | null;
}

interface MeState {
  /** `null` while the server is asked, and when it did not answer. */
  readonly me: Me | null;
  /** Why it did not; `null`: it did, or has not yet. */
  readonly error: unknown;
  /** Asks the server again. Rejects as it does. */
  readonly reload: () => Promise<void>;
}

/** Reads the viewer's player from the server. Their name there becomes that of this browser. */
function useMe(): MeState {
  const [me, setMe] = useState<Me | null>(null);
  const [error, setError] = useState<unknown>(null);
  const reload = useCallback(async () => setMe(await findMe()), []);
  useEffect(() => {
    findMe().then(setMe).catch(setError);
  }, []);
  return { me, error, reload };
}

async function findMe(): Promise<Me> {
  const identity = await host.identity();
  const player = (await identity.stored()) && (await identity.player());
  if (player === null) return { player, means: null };
  rememberName(player.name);
  return { player, means: player.kind === "account" ? await identity.signInMeans() : null };
}
