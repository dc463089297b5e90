import type { Sanction } from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { Dialog } from "../design/parts/dialog.tsx";
import { Field, Select } from "../design/parts/field.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { ConfirmButton, OperatorNote } from "./act-form.tsx";
import { post } from "./api.ts";
import styles from "./operator.module.css";
import { describeTime } from "./words.ts";

const DAY = 24 * 3_600_000;

interface Props {
  readonly sanctions: readonly Sanction[];
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** The bans and mutes in force, and a ban of a network. */
export function BansDialog({ sanctions, onClose, onDone }: Props) {
  const [lifting, setLifting] = useState("");
  const action = useAction();
  const lift = ({ id }: Sanction) =>
    action.run(async () => {
      await post("lift", { reason: lifting.trim() }, { id });
      await onDone();
    });
  return (
    <Dialog title={i18n._("Bans and mutes")} onClose={onClose}>
      {sanctions.length === 0 ? <p>{i18n._("No player is banned or muted.")}</p> : null}
      <ul className={styles.seats}>
        {sanctions.map((sanction) => (
          <li key={sanction.id}>
            <p>
              <strong>{sanction.kind === "ban" ? i18n._("banned") : i18n._("muted")}</strong>{" "}
              {i18n._("{whom} until {time}, by {operator}: {reason}", {
                whom: sanction.player ?? sanction.addresses ?? "",
                time: describeTime(sanction.until),
                operator: sanction.operator,
                reason: sanction.reason,
              })}
            </p>
            <ConfirmButton
              label={i18n._("Lift")}
              result={i18n._("Let {whom} back", { whom: sanction.player ?? sanction.addresses ?? "" })}
              ready={lifting.trim() !== ""}
              onConfirm={() => lift(sanction)}
            />
          </li>
        ))}
      </ul>
      {sanctions.length === 0 ? null : (
        <Field label={i18n._("Why lift it")} value={lifting} maxLength={200} onChange={setLifting} />
      )}
      <OperatorNote error={action.error} />
      <NetworkBan onDone={onDone} />
    </Dialog>
  );
}

/** Bans an address or a network. */
function NetworkBan({ onDone }: Pick<Props, "onDone">) {
  const [addresses, setAddresses] = useState("");
  const [days, setDays] = useState("1");
  const [reason, setReason] = useState("");
  const action = useAction();
  const ban = () =>
    action.run(async () => {
      const until = Date.now() + Number(days) * DAY;
      await post("sanctions", { kind: "ban", addresses: addresses.trim(), until, reason: reason.trim() });
      setAddresses("");
      setReason("");
      await onDone();
    });
  return (
    <section className={styles.acts} aria-labelledby="network">
      <h3 id="network">{i18n._("Ban a network")}</h3>
      <Field label={i18n._("Addresses")} value={addresses} maxLength={64} onChange={setAddresses} />
      <Select
        label={i18n._("Days")}
        options={["1", "7", "30", "365"].map((value) => ({ value, label: value }))}
        value={days}
        onChange={setDays}
      />
      <Field label={i18n._("Reason")} value={reason} maxLength={200} onChange={setReason} />
      <ConfirmButton
        label={i18n._("Ban")}
        result={i18n._("Ban {addresses} for {days, plural, one {# day} other {# days}}", {
          addresses,
          days: Number(days),
        })}
        ready={addresses.trim() !== "" && reason.trim() !== ""}
        onConfirm={ban}
      />
      <OperatorNote error={action.error} />
    </section>
  );
}
