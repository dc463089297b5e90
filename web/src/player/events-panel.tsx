import type { Identity } from "@flower-war/client-sdk";
import { Panel } from "../design/parts/panel.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./player-page.module.css";

/** Something that happened to an account. */
export type AccountEvent = Awaited<ReturnType<Identity["accountEvents"]>>[number];

interface Props {
  /** The newest first. */
  readonly events: readonly AccountEvent[];
}

/** Events that are shown before the viewer asks for more. */
const FIRST = 10;

/** What happened to the viewer's account, so that they see what was not them. */
export function EventsPanel({ events }: Props) {
  const older = events.slice(FIRST);
  return (
    <Panel title={i18n._("What happened to your account")}>
      <p>
        {i18n._(
          "If something here was not you, remove passkeys that are not yours, get new recovery codes and sign out everywhere else.",
        )}
      </p>
      <EventList events={events.slice(0, FIRST)} />
      {older.length > 0 ? (
        <details>
          <summary>{i18n._("Older")}</summary>
          <EventList events={older} />
        </details>
      ) : null}
    </Panel>
  );
}

function EventList({ events }: Props) {
  return (
    <ul className={styles.events}>
      {events.map((event) => (
        <li key={`${event.what} ${event.asked ?? ""} ${event.device} ${event.at}`}>
          <strong>{describe(event)}</strong>
          <span>
            <time dateTime={new Date(event.at).toISOString()}>
              {i18n.date(event.at, { dateStyle: "medium", timeStyle: "short" })}
            </time>
            {event.device === "" ? null : ` · ${event.device}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function describe(event: AccountEvent): string {
  const text = TEXTS[event.what]?.(event) ?? event.what;
  return event.times > 1 ? i18n._("{text} ({times} times)", { text, times: event.times }) : text;
}

/** Newer servers may tell of more. */
const TEXTS: { readonly [W in AccountEvent["what"]]?: (event: AccountEvent) => string } = {
  "passkey-added": () => i18n._("Passkey added"),
  "passkey-removed": () => i18n._("Passkey removed"),
  "removal-waiting": () => i18n._("Passkey removal requested"),
  "removal-cancelled": () => i18n._("Passkey kept"),
  "codes-renewed": () => i18n._("Recovery codes replaced"),
  "code-used": () => i18n._("Recovery code used"),
  "mail-set": () => i18n._("E-mail address changed"),
  "mail-removed": () => i18n._("E-mail address removed"),
  "signed-in": () => i18n._("Signed in"),
  "session-ended": () => i18n._("Signed out another device"),
  "token-created": () => i18n._("Token for a program made"),
  "token-revoked": () => i18n._("Token for a program revoked"),
  "signed-out-everywhere": () => i18n._("Signed out everywhere else"),
  refused: ({ asked }) => {
    const what = asked && ASKED[asked]?.();
    return what === undefined
      ? i18n._("Refused: a change without proof")
      : i18n._("Refused without proof: {what}", { what });
  },
};

const ASKED: { readonly [A in NonNullable<AccountEvent["asked"]>]?: () => string } = {
  "add-passkey": () => i18n._("add a passkey"),
  "remove-passkey": () => i18n._("remove a passkey"),
  "keep-passkey": () => i18n._("keep a passkey"),
  "renew-codes": () => i18n._("new recovery codes"),
  "set-mail": () => i18n._("another e-mail address"),
  "remove-mail": () => i18n._("remove the e-mail address"),
  "sign-out-everywhere": () => i18n._("sign out everywhere else"),
  "end-session": () => i18n._("sign out another device"),
  "create-token": () => i18n._("make a token for a program"),
  delete: () => i18n._("delete the player"),
  prove: () => i18n._("a wrong passkey or recovery code"),
};
