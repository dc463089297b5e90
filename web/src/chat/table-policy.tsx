import type { GameName, Match } from "@flower-war/client-sdk";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { DialogLink } from "../design/parts/dialog-link.tsx";
import { Check, Select } from "../design/parts/field.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Unseen } from "../design/parts/panel.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import panel from "./chat-panel.module.css";
import { TEXTS } from "./chat-texts.ts";
import styles from "./person-dialog.module.css";
import type { HeardLine } from "./table-talk.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
}

/** s between two lines that the form offers. */
const PAUSES = [0, 5, 10, 30, 60, 300];

/** What the host of a table has set, for all who are there; nothing if nothing is set. */
export function PolicyNote<G extends GameName>({ match }: Props<G>) {
  const { admission, slow, quiet, silenced, blocked } = match.policy;
  const notes = [
    ...(admission === "accounts" ? [i18n._("Only players with an account sit down.")] : []),
    ...(admission === "finishers" ? [i18n._("Only players who finish their matches sit down.")] : []),
    ...(admission === "invited" ? [i18n._("Only guests of the host sit down.")] : []),
    ...(slow > 0 ? [i18n._("Slow chat: {pause} between two lines.", { pause: describePause(slow) })] : []),
    ...(quiet ? [i18n._("Spectators do not talk.")] : []),
    ...(silenced.length > 0 ? [i18n._("Silenced: {names}.", { names: silenced.join(", ") })] : []),
    ...(blocked.length > 0 ? [i18n._("Blocked: {names}.", { names: blocked.join(", ") })] : []),
  ];
  return (
    <div className={panel.policy}>
      <Unseen>
        <span role="status">{notes.join(" ")}</span>
      </Unseen>
      {notes.length === 0 ? null : (
        <DialogLink words={i18n._("Set by the host")} title={i18n._("Set by the host")}>
          {() => (
            <ul className={styles.list}>
              {notes.map((note) => (
                <li key={note} dir="auto">
                  {note}
                </li>
              ))}
            </ul>
          )}
        </DialogLink>
      )}
    </div>
  );
}

/** Lets the host set who may sit down and how people talk, and end what they did to a person. */
export function PolicyForm<G extends GameName>({ match }: Props<G>) {
  const { admission, slow, quiet } = match.policy;
  const action = useAction();
  const pauses = PAUSES.includes(slow) ? PAUSES : [...PAUSES, slow];
  return (
    <div className={styles.list} aria-busy={action.busy}>
      <Select
        label={i18n._("Who may sit down")}
        options={[
          { value: "anyone", label: i18n._("Anyone") },
          { value: "accounts", label: i18n._("Players with an account") },
          { value: "finishers", label: i18n._("Players who finish their matches") },
          { value: "invited", label: i18n._("Whoever has the link to this table") },
        ]}
        value={admission}
        onChange={(chosen) => action.run(() => match.setPolicy({ admission: chosen as typeof admission }))}
      />
      {match.silent ? null : (
        <>
          <Select
            label={i18n._("Between two lines of the chat")}
            options={pauses.map((each) => ({ value: String(each), label: describePause(each) }))}
            value={String(slow)}
            onChange={(chosen) => action.run(() => match.setPolicy({ slow: Number(chosen) }))}
          />
          <Check checked={quiet} onChange={(wanted) => action.run(() => match.setPolicy({ quiet: wanted }))}>
            {i18n._("Spectators do not talk")}
          </Check>
        </>
      )}
      <Barred match={match} how="silenced" />
      <Barred match={match} how="blocked" />
      <RefusalNote error={action.error} texts={TEXTS} />
    </div>
  );
}

/** The people whom the host silenced or blocked, with buttons that end that. */
function Barred<G extends GameName>({ match, how }: Props<G> & { readonly how: "silenced" | "blocked" }) {
  const action = useAction();
  const names = match.policy[how];
  if (names.length === 0) return null;
  return (
    <>
      <ul
        className={styles.list}
        aria-label={how === "silenced" ? i18n._("Silenced at this table") : i18n._("Blocked at this table")}
      >
        {names.map((name) => (
          <li key={name}>
            <Button onClick={() => action.run(() => match.lift(how, name))}>
              {how === "silenced"
                ? i18n._("Let {name} talk again", { name })
                : i18n._("Let {name} come back", { name })}
            </Button>
          </li>
        ))}
      </ul>
      <RefusalNote error={action.error} texts={TEXTS} />
    </>
  );
}

/** Lets the host silence or block the spectator who said a line. */
export function BarButton<G extends GameName>({ match, line }: Props<G> & { readonly line: HeardLine }) {
  const [open, setOpen] = useState(false);
  const action = useAction();
  const { name } = line;
  const title = i18n._("Silence or block {name}", { name });
  const act = (bar: () => Promise<void>) =>
    action.run(async () => {
      await bar();
      setOpen(false);
    });
  return (
    <>
      <button
        type="button"
        className={panel.mute}
        aria-label={title}
        title={title}
        onClick={() => setOpen(true)}
      >
        <Icon id="hand" />
      </button>
      {open ? (
        <Dialog title={<bdi>{name}</bdi>} onClose={() => setOpen(false)}>
          <div className={styles.list}>
            <Button aria-disabled={action.busy} onClick={() => act(() => match.silence(line))}>
              {i18n._("Silence {name} for all", { name })}
            </Button>
            <Button aria-disabled={action.busy} onClick={() => act(() => match.block(line))}>
              {i18n._("Block {name} from this table", { name })}
            </Button>
            <p>
              {i18n._("This holds for {name} and for others without an account in the same network.", {
                name,
              })}
            </p>
            <RefusalNote error={action.error} texts={TEXTS} />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

function describePause(seconds: number): string {
  if (seconds === 0) return i18n._("no pause");
  return i18n._("{seconds, plural, one {# second} other {# seconds}}", { seconds });
}
