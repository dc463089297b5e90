import type { PlayerInfo } from "@flower-war/client-sdk";
import type { SignInMeans } from "@flower-war/client-sdk/players";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { refreshMutes } from "../chat/mutes.ts";
import { TopBar } from "../design/page/frame.tsx";
import { Button } from "../design/parts/button.tsx";
import { Form } from "../design/parts/field.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { NoticesPanel } from "../notices/notices-panel.tsx";
import { host } from "../session/host.ts";
import { rememberedName, rememberName } from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { type AccountEvent, EventsPanel } from "./events-panel.tsx";
import { MutesPanel } from "./mutes-panel.tsx";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";
import { type RunProven, useProof } from "./proof.tsx";
import { type PlayerSession, SessionsPanel } from "./sessions-panel.tsx";
import { AccountPanel, GuestPanel } from "./sign-in-panels.tsx";
import { type PersonalToken, TokensPanel } from "./tokens-panel.tsx";

/** The viewer's player: their name, how they are known on other devices, and deletion. */
export function PlayerPage() {
  const heading = i18n._("You");
  usePage(heading);
  const { answer: me, error, refresh } = useAnswer("me", findMe);
  const [codes, setCodes] = useState<readonly string[]>([]);
  // Also when they signed out: an account's list does not stay behind.
  const who = me && `${me.player?.id ?? ""} ${me.player?.kind ?? ""}`;
  useEffect(() => {
    if (who !== null) void refreshMutes();
  }, [who]);
  const { runProven, dialog } = useProof((me?.means ?? null) !== null);
  return (
    <>
      <TopBar>
        <h1 tabIndex={-1}>{heading}</h1>
      </TopBar>
      <main className={styles.page}>
        {dialog}
        <PlayerNote error={error} />
        {codes.length > 0 ? <CodesPanel codes={codes} onDone={() => setCodes([])} /> : null}
        {me === null ? null : (
          <>
            {me.player === null ? null : (
              <p className={styles.profile}>
                <Link href={paths.profile(me.player.id)}>{i18n._("Your profile and matches")}</Link>
              </p>
            )}
            <NameForm player={me.player} reload={refresh} />
            {me.means === null ? (
              <GuestPanel player={me.player} reload={refresh} onCodes={setCodes} />
            ) : (
              <AccountPanel means={me.means} reload={refresh} onCodes={setCodes} runProven={runProven} />
            )}
            <NoticesPanel key={`notices ${me.player?.id ?? ""}`} runProven={runProven} />
            {me.means === null ? null : (
              <>
                <SessionsPanel sessions={me.sessions} reload={refresh} runProven={runProven} />
                <EventsPanel events={me.events} />
              </>
            )}
            {me.player === null || me.player.kind === "bot" ? null : (
              <TokensPanel
                key={`tokens ${me.player.id}`}
                tokens={me.tokens}
                reload={refresh}
                runProven={runProven}
              />
            )}
            {me.player === null || me.player.kind === "bot" ? null : (
              <MutesPanel isAccount={me.player.kind === "account"} />
            )}
            {me.player === null ? null : (
              <DeletePanel player={me.player} reload={refresh} runProven={runProven} />
            )}
          </>
        )}
      </main>
    </>
  );
}

interface Props {
  readonly player: PlayerInfo | null;
  readonly reload: () => Promise<unknown>;
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
  readonly reload: () => Promise<unknown>;
  readonly runProven: RunProven;
}

/** Deletes the viewer's player, after a second press that names what happens. */
function DeletePanel({ player, reload, runProven }: DeletePanelProps) {
  const [asked, setAsked] = useState(false);
  const action = useAction();
  const remove = () =>
    action.run(async () => {
      const identity = await host.identity();
      await runProven(() => identity.delete());
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
  /** Where an account is signed in, the one last seen first. */
  readonly sessions: readonly PlayerSession[];
  /** What happened to an account, the newest first. */
  readonly events: readonly AccountEvent[];
  /** The player's tokens for programs, the newest first. */
  readonly tokens: readonly PersonalToken[];
}

/** Reads the viewer's player from the server. Their name there becomes that of this browser. */
async function findMe(): Promise<Me> {
  const identity = await host.identity();
  const player = (await identity.stored()) && (await identity.player());
  if (player !== null) rememberName(player.name);
  const tokens = player === null || player.kind === "bot" ? [] : await identity.personalTokens();
  if (player?.kind !== "account") return { player, means: null, sessions: [], events: [], tokens };
  const [means, sessions, events] = await Promise.all([
    identity.signInMeans(),
    identity.sessions(),
    identity.accountEvents(),
  ]);
  return { player, means, sessions, events, tokens };
}
