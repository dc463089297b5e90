import type { Notices } from "@flower-war/client-sdk/players";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Field, Form } from "../design/parts/field.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { host } from "../session/host.ts";
import { useAction } from "../session/use-action.ts";
import { currentLanguage, i18n } from "../texts/index.ts";
import styles from "./notices.module.css";
import { tellHere, tellHereNoMore, whyNoPush } from "./push.ts";
import { NoticesNote, type Told, useNotices } from "./use-notices.tsx";

interface Props {
  /** Runs what an account has to prove for. */
  readonly runProven: <T>(step: () => Promise<T>) => Promise<T>;
}

/** How the viewer is told that it is their turn in a match by days: in this browser, and by e-mail. */
export function NoticesPanel({ runProven }: Props) {
  const { answer: told, error, refresh } = useNotices();
  return (
    <Panel title={i18n._("When it is my turn")}>
      <p>
        {i18n._("In a match by days you can be told when the others wait for you and you are not there.")}
      </p>
      <NoticesNote error={error} />
      {told === null ? null : (
        <>
          <PushPart told={told} reload={refresh} />
          {told.notices?.mail ? (
            <MailPart mail={told.notices.mail} reload={refresh} runProven={runProven} />
          ) : null}
        </>
      )}
    </Panel>
  );
}

interface PartProps {
  readonly reload: () => Promise<unknown>;
}

function PushPart({ told: { notices, here }, reload }: PartProps & { readonly told: Told }) {
  const action = useAction();
  if (notices !== null && notices.push === null) {
    return <p>{i18n._("This server sends no notices to browsers.")}</p>;
  }
  const obstacle = whyNoPush();
  const others = (notices?.push?.subscriptions.length ?? 0) - (here ? 1 : 0);
  const run = (step: () => Promise<unknown>) =>
    action.run(async () => {
      await step();
      await reload();
    });
  return (
    <>
      <div className={styles.row}>
        {here ? <p role="status">{i18n._("This browser tells you.")}</p> : null}
        {obstacle !== null ? (
          <p>{obstacle}</p>
        ) : here ? (
          <Button aria-disabled={action.busy} onClick={() => run(tellHereNoMore)}>
            {i18n._("Tell me here no more")}
          </Button>
        ) : (
          <Button tone="gold" aria-disabled={action.busy} onClick={() => run(tellHere)}>
            {i18n._("Tell me when it is my turn")}
          </Button>
        )}
      </div>
      {others > 0 ? (
        <p>
          {i18n._("{count, plural, one {# other browser tells} other {# other browsers tell}} you too.", {
            count: others,
          })}
        </p>
      ) : null}
      <NoticesNote error={action.error} />
    </>
  );
}

type Mail = NonNullable<Notices["mail"]>;

interface MailProps extends PartProps, Props {
  readonly mail: Mail;
}

function MailPart({ mail: { address, confirmed }, reload, runProven }: MailProps) {
  const action = useAction();
  const [entered, setEntered] = useState("");
  const set = (wanted: string) =>
    action.run(async () => {
      const identity = await host.identity();
      await runProven(() => identity.setMail({ address: wanted, language: currentLanguage() }));
      setEntered("");
      await reload();
    });
  const remove = () =>
    action.run(async () => {
      const identity = await host.identity();
      await runProven(() => identity.removeMail());
      await reload();
    });
  return (
    <>
      {address === null ? (
        <Form className={styles.row} onSubmit={() => set(entered)}>
          <Field
            label={i18n._("E-mail address")}
            type="email"
            value={entered}
            required
            maxLength={254}
            autoComplete="email"
            onChange={setEntered}
          />
          <Button type="submit" aria-disabled={action.busy}>
            {i18n._("Send me a link")}
          </Button>
        </Form>
      ) : (
        <>
          <p role="status" className={styles.address}>
            {confirmed
              ? i18n._("E-mails go to {address}.", { address })
              : i18n._("A link is on its way to {address}. Follow it within a day to confirm the address.", {
                  address,
                })}
          </p>
          <div className={styles.row}>
            {confirmed ? null : (
              <Button aria-disabled={action.busy} onClick={() => set(address)}>
                {i18n._("Send the link again")}
              </Button>
            )}
            <Button aria-disabled={action.busy} onClick={remove}>
              {i18n._("Remove the address")}
            </Button>
          </div>
        </>
      )}
      <NoticesNote error={action.error} />
    </>
  );
}
