import type { OperatorOverview } from "@flower-war/client-sdk/admin";
import { Dialog } from "../design/parts/dialog.tsx";
import { durationWords } from "../session/match-facts.ts";
import { i18n } from "../texts/index.ts";
import styles from "./operator.module.css";
import { describeFault, describeReset, describeTime } from "./words.ts";

type Temple = OperatorOverview["temples"][number];

interface Props {
  readonly temples: readonly Temple[];
  readonly onClose: () => void;
  /** Called with the id of a match. */
  readonly onChoose: (id: string) => void;
}

/** What each temple said of its own health last. */
export function TemplesDialog({ temples, onClose, onChoose }: Props) {
  return (
    <Dialog title={i18n._("Temples")} className={styles.wide} onClose={onClose}>
      {temples.length === 0 ? <p>{i18n._("No temple is enrolled.")}</p> : null}
      {temples.length === 0 ? null : (
        <div
          className={styles.scroll}
          role="region"
          aria-label={i18n._("Health of the temples")}
          tabIndex={0}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{i18n._("Temple")}</th>
                <th scope="col">{i18n._("State")}</th>
                <th scope="col">{i18n._("Faults")}</th>
                <th scope="col">{i18n._("Firmware")}</th>
                <th scope="col">{i18n._("Signal")}</th>
                <th scope="col">{i18n._("Uptime")}</th>
                <th scope="col">{i18n._("Last reset")}</th>
                <th scope="col">{i18n._("Beads since")}</th>
                <th scope="col">{i18n._("Said")}</th>
              </tr>
            </thead>
            <tbody>
              {temples.map((temple) => (
                <tr key={temple.templeId}>
                  <th scope="row">{temple.templeId}</th>
                  <td>
                    {temple.online ? i18n._("online") : i18n._("offline")}{" "}
                    <MatchButton temple={temple} onChoose={onChoose} />
                  </td>
                  <Health health={temple.health} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.small}>{i18n._("As each temple said last: while it is online, once a minute.")}</p>
    </Dialog>
  );
}

function MatchButton({ temple, onChoose }: Pick<Props, "onChoose"> & { readonly temple: Temple }) {
  const { templeId, match } = temple;
  if (match === null) return null;
  return (
    <button
      type="button"
      className={styles.code}
      aria-label={i18n._("Match of {temple}", { temple: templeId })}
      onClick={() => onChoose(match)}
    >
      {i18n._("match")}
    </button>
  );
}

function Health({ health }: Pick<Temple, "health">) {
  if (health === null) return <td colSpan={7}>{i18n._("has said nothing since the servers started")}</td>;
  const { at, fw, hw, rssi, up, reset, count, faults = [] } = health;
  return (
    <>
      <td className={faults.length === 0 ? undefined : styles.faulty}>
        {faults.length === 0 ? i18n._("none") : faults.map(describeFault).join(", ")}
      </td>
      <td>{hw === undefined ? fw : i18n._("{firmware} on {chip}", { firmware: fw, chip: hw })}</td>
      <td>{rssi === undefined ? "–" : i18n._("{signal} dBm", { signal: rssi })}</td>
      <td>{durationWords(up)}</td>
      <td>{reset === undefined ? "–" : describeReset(reset)}</td>
      <td>{i18n._("H {h}, T {t}", { h: count.h, t: count.t })}</td>
      <td>{describeTime(at)}</td>
    </>
  );
}
