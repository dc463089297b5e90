import type { NearbyTemple } from "@flower-war/client-sdk";
import { useState } from "react";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { i18n } from "../texts/index.ts";
import { ConfirmDrawing } from "./confirm-drawing.tsx";
import type { LastUsed } from "./last-used.ts";
import { rowsOf } from "./nearby-rows.ts";
import styles from "./nearby-temples.module.css";
import type { Asked, Nearby } from "./use-nearby.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";

interface Props {
  readonly nearby: Pick<Nearby, "asked" | "choose" | "stop">;
  readonly temples: readonly NearbyTemple[];
  readonly lastUsed: LastUsed;
  /** The viewer's name, which the temple shows. */
  readonly name: string;
  readonly busy: boolean;
}

/** Lets the viewer choose a temple nearby, and says how they confirm it there. */
export function NearbyTemples({ nearby, temples, lastUsed, name, busy }: Props) {
  const { asked, choose, stop } = nearby;
  const [now] = useState(Date.now);
  return (
    <>
      <section className={styles.step} aria-label={i18n._("Choose it")}>
        <h3 className={styles.title}>
          <span className={styles.number}>1</span>
          {i18n._("Choose it")}
          <small>
            <Icon id="wifi" />
            {i18n._("on this network")}
          </small>
        </h3>
        {temples.length === 0 ? (
          <p className={styles.none}>
            {i18n._("No temple here shows a code. Press the pair button of yours.")}
          </p>
        ) : (
          <ul className={styles.temples}>
            {rowsOf(temples, lastUsed, now).map(({ templeId, elsewhere, state }) => (
              <li key={templeId}>
                <button
                  type="button"
                  className={`${styles.temple} ${elsewhere ? styles.elsewhere : ""}`}
                  aria-pressed={asked?.templeId === templeId}
                  aria-disabled={busy || elsewhere}
                  onClick={elsewhere ? undefined : () => choose(templeId)}
                >
                  <Drawing sheet="marks" id="temple" className={styles.picture} />
                  <span className={styles.name}>
                    <strong>{templeId}</strong>
                    <small>{state}</small>
                  </span>
                  {asked?.templeId === templeId ? <Icon id="check" /> : null}
                </button>
              </li>
            ))}
          </ul>
        )}
        {temples.length === 0 ? null : (
          <p className={styles.none}>
            {i18n._("Yours is not in the list? Press its pair button, so that it shows a code.")}
          </p>
        )}
      </section>
      <div role="status" className={styles.said}>
        {asked === null ? null : <Confirm asked={asked} name={name} onStop={stop} />}
      </div>
    </>
  );
}

function Confirm({
  asked,
  name,
  onStop,
}: {
  readonly asked: Asked;
  readonly name: string;
  readonly onStop: () => void;
}) {
  const { templeId, from, until } = asked;
  const seconds = useSecondsLeft(until);
  const share = Math.min(100, (seconds * 100_000) / (until - from));
  return (
    <section className={styles.step} aria-label={i18n._("Confirm it there")}>
      <h3 className={styles.title}>
        <span className={styles.number}>2</span>
        {i18n._("Confirm it there")}
      </h3>
      <div className={styles.confirm}>
        <ConfirmDrawing />
        <p>{i18n._("{temple} shows {name}. Press its pair button.", { temple: templeId, name })}</p>
      </div>
      <div className={styles.time} aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </div>
      <p className={styles.left}>
        <span aria-hidden="true">
          {i18n._("{seconds, plural, one {# second left} other {# seconds left}}", { seconds })}
        </span>
        <Button onClick={onStop}>{i18n._("Stop")}</Button>
      </p>
    </section>
  );
}
