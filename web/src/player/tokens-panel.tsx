import type { Identity } from "@flower-war/client-sdk";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Check, Field, Form } from "../design/parts/field.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { host } from "../session/host.ts";
import { LinkActions } from "../session/share.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { PlayerNote } from "./player-note.tsx";
import styles from "./player-page.module.css";
import type { RunProven } from "./proof.tsx";

/** A token that the viewer made for a program. */
export type PersonalToken = Awaited<ReturnType<Identity["personalTokens"]>>[number];

type NewToken = Awaited<ReturnType<Identity["createPersonalToken"]>>;

interface Props {
  /** The newest first. */
  readonly tokens: readonly PersonalToken[];
  readonly reload: () => Promise<unknown>;
  readonly runProven: RunProven;
}

/** The tokens with which programs act for the viewer: each can be revoked, and others made. */
export function TokensPanel({ tokens, reload, runProven }: Props) {
  const action = useAction();
  /** The new token, which is shown this once. */
  const [made, setMade] = useState<NewToken | null>(null);
  const revoke = (id: string) =>
    action.run(async () => {
      await (await host.identity()).revokePersonalToken(id);
      await reload();
    });
  return (
    <Panel title={i18n._("Tokens for programs")}>
      <p>
        {i18n._("With a token a program of yours plays here, by the API or the SDK.")}{" "}
        <a href="/api">{i18n._("The API, to read and to try")}</a>
      </p>
      {made === null || !tokens.some(({ id }) => id === made.id) ? null : (
        <div className={styles.made}>
          <p role="status">
            {i18n._("The token of {name}. Copy it now: this is the only time you see it.", {
              name: made.name,
            })}
          </p>
          <LinkActions link={made.token} label={i18n._("Token")} />
        </div>
      )}
      {tokens.length === 0 ? null : (
        <ul className={styles.devices}>
          {tokens.map((token) => (
            <li key={token.id}>
              <div>
                <strong>{token.name}</strong>
                <span>{describe(token)}</span>
              </div>
              <Button
                aria-label={i18n._("Revoke {token}", { token: token.name })}
                aria-disabled={action.busy}
                onClick={() => revoke(token.id)}
              >
                {i18n._("Revoke")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PlayerNote error={action.error} />
      <TokenForm runProven={runProven} reload={reload} onMade={setMade} />
    </Panel>
  );
}

function describe({ scopes, usedAt, createdAt }: PersonalToken): string {
  const day = (at: number) => i18n.date(at, { dateStyle: "medium" });
  return [
    scopes.includes("bot") ? i18n._("a bot account") : null,
    scopes.includes("play") ? i18n._("plays as you") : null,
    scopes.includes("chat") ? i18n._("talks") : null,
    usedAt === null ? i18n._("not used yet") : i18n._("last used {date}", { date: day(usedAt) }),
    i18n._("made {date}", { date: day(createdAt) }),
  ]
    .filter((fact) => fact !== null)
    .join(" · ");
}

interface FormProps extends Pick<Props, "reload" | "runProven"> {
  readonly onMade: (made: NewToken) => void;
}

function TokenForm({ runProven, reload, onMade }: FormProps) {
  const action = useAction();
  const [name, setName] = useState("");
  const [isBot, setIsBot] = useState(false);
  const [talks, setTalks] = useState(false);
  const create = () =>
    action.run(async () => {
      const identity = await host.identity();
      const scopes = [isBot ? "bot" : "play", ...(talks ? (["chat"] as const) : [])] as const;
      onMade(await runProven(() => identity.createPersonalToken({ name: name.trim(), scopes: [...scopes] })));
      setName("");
      await reload();
    });
  return (
    <Form className={styles.tokenForm} aria-busy={action.busy} onSubmit={create}>
      <h3>{i18n._("A new token")}</h3>
      <Field
        label={isBot ? i18n._("Name of the bot") : i18n._("What it is for")}
        value={name}
        maxLength={24}
        required
        autoComplete="off"
        onChange={setName}
      />
      <Check checked={isBot} onChange={setIsBot}>
        {i18n._("It plays as a bot account of its own, not as me: hosts invite it")}
      </Check>
      <Check checked={talks} onChange={setTalks}>
        {i18n._("It may talk at tables")}
      </Check>
      <Button type="submit" aria-disabled={action.busy}>
        {i18n._("Make a token")}
      </Button>
      <PlayerNote error={action.error} />
    </Form>
  );
}
