import type {
  OperatorAccount,
  OperatorInvitation,
  OperatorList,
  OperatorRole,
  OperatorSession,
} from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Field } from "../design/parts/field.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { ConfirmButton, OperatorNote } from "./act-form.tsx";
import { get, post } from "./api.ts";
import styles from "./operator.module.css";
import { addressOf } from "./sign-in.tsx";
import { describeRole, describeTime } from "./words.ts";

interface Props {
  readonly session: OperatorSession;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** Who is an operator, and invitations of others. */
export function OperatorsDialog({ session, onClose, onDone }: Props) {
  const { answer, error, refresh } = useAnswer("operators", () => get<OperatorList>("operators"));
  const [invited, setInvited] = useState<OperatorInvitation | null>(null);
  const [reason, setReason] = useState("");
  const action = useAction();
  const run = (step: () => Promise<unknown>) =>
    action.run(async () => {
      await step();
      await Promise.all([refresh(), onDone()]);
    });
  return (
    <Dialog title={i18n._("Operators")} onClose={onClose}>
      <div className={styles.acts} aria-busy={action.busy}>
        {session.account === null ? (
          <p>
            {i18n._(
              "Invite yourself first. Once an administrator has a passkey, the password signs in no more.",
            )}
          </p>
        ) : null}
        <ul className={styles.operators}>
          {answer?.operators.map((operator) => (
            <OperatorRow
              key={operator.id}
              operator={operator}
              inviter={describeInviter(operator, answer.operators)}
              reason={reason.trim()}
              run={run}
              onInvited={setInvited}
            />
          ))}
        </ul>
        {answer === null || answer.operators.length === 0 ? null : (
          <Field label={i18n._("Reason for a change")} value={reason} maxLength={200} onChange={setReason} />
        )}
        <OperatorNote error={error ?? action.error} />
        {invited === null ? null : (
          <div role="status">
            <p>
              {i18n._("The link for {name}, once, until {time}. Send it to them alone:", {
                name: invited.name,
                time: describeTime(invited.until),
              })}
            </p>
            <p className={`${styles.words} ${styles.link}`}>{addressOf(invited.invitation)}</p>
          </div>
        )}
        <InviteForm run={run} onInvited={setInvited} />
      </div>
    </Dialog>
  );
}

interface StepProps {
  readonly run: (step: () => Promise<unknown>) => void;
  readonly onInvited: (invitation: OperatorInvitation) => void;
}

interface RowProps extends StepProps {
  readonly operator: OperatorAccount;
  /** Who invited them, in words; `null`: not known. */
  readonly inviter: string | null;
  readonly reason: string;
}

/** An operator, and what can be done about them. */
function OperatorRow({ operator, inviter, reason, run, onInvited }: RowProps) {
  const { id, name, role, passkeys, usedAt, invitedUntil } = operator;
  const other: OperatorRole = role === "moderator" ? "administrator" : "moderator";
  return (
    <li>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        {describeRole(role)},{" "}
        {i18n._("{passkeys, plural, =0 {no passkey yet} one {# passkey} other {# passkeys}}", { passkeys })}
        {usedAt === null ? null : `, ${i18n._("last signed in {time}", { time: describeTime(usedAt) })}`}
        {inviter === null ? null : `, ${inviter}`}
        {invitedUntil === null
          ? null
          : `, ${i18n._("link good until {time}", { time: describeTime(invitedUntil) })}`}
      </p>
      <div className={styles.actions}>
        <Button
          onClick={() => run(async () => onInvited(await post<OperatorInvitation>("invite", {}, { id })))}
        >
          {i18n._("New link for {name}", { name })}
        </Button>
        <ConfirmButton
          key={role}
          label={i18n._("Change the role of {name}", { name })}
          result={i18n._("Make {name} {role}", { name, role: describeRole(other) })}
          ready={reason !== ""}
          onConfirm={() => run(() => post("role", { role: other, reason }, { id }))}
        />
        <ConfirmButton
          label={i18n._("Remove {name}", { name })}
          result={i18n._("Sign {name} out and remove them", { name })}
          ready={reason !== ""}
          onConfirm={() => run(() => post("removeOperator", { reason }, { id }))}
        />
      </div>
    </li>
  );
}

function describeInviter({ invitedBy }: OperatorAccount, all: readonly OperatorAccount[]): string | null {
  if (invitedBy === null) return null;
  const inviter = all.find(({ id }) => id === invitedBy);
  if (inviter === undefined) return i18n._("invited by an operator who was removed");
  return i18n._("invited by {name}", { name: inviter.name });
}

/** Invites an operator. */
function InviteForm({ run, onInvited }: StepProps) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<OperatorRole>("moderator");
  const invite = () =>
    run(async () => {
      onInvited(await post<OperatorInvitation>("operators", { name, role }));
      setName("");
    });
  return (
    <section className={styles.acts} aria-labelledby="invite">
      <h3 id="invite">{i18n._("Invite an operator")}</h3>
      <Field label={i18n._("Name")} value={name} maxLength={24} onChange={setName} />
      <Segments<OperatorRole>
        label={i18n._("Role")}
        options={(["moderator", "administrator"] as const).map((value) => ({
          value,
          label: describeRole(value),
        }))}
        value={role}
        onChange={setRole}
      />
      <p className={styles.small}>
        {role === "moderator"
          ? i18n._("Removes, mutes and bans players, settles reports, announces.")
          : i18n._("Does all, and says who is an operator.")}
      </p>
      <Button tone="go" aria-disabled={name.trim() === ""} onClick={name.trim() === "" ? undefined : invite}>
        {i18n._("Invite")}
      </Button>
    </section>
  );
}
