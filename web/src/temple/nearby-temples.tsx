import type { NearbyTemple } from "@flower-war/client-sdk";
import { useEffect, useRef, useState } from "react";
import { Drawing } from "../art/drawing.tsx";
import { useLooks } from "../base/use-looks.ts";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import type { Action } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { describeDay } from "../texts/words.ts";
import type { LastUsed } from "./last-used.ts";
import styles from "./nearby-temples.module.css";

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

/** A temple's screen with a name, and its pair button, which glows. */
function ConfirmDrawing() {
  return (
    <svg className={styles.screen} viewBox="0 0 144 104" aria-hidden="true">
      <rect x="3" y="14" width="138" height="76" rx="12" fill="#8a5430" stroke="#2b1a12" strokeWidth="4" />
      <rect x="14" y="26" width="76" height="52" rx="4" fill="#c9dc8a" stroke="#2b1a12" strokeWidth="3" />
      <path d="M22 42H64M22 53H82M22 64H74" stroke="#26330d" strokeWidth="6" strokeDasharray="7 2" />
      <circle cx="116" cy="52" r="25" fill="#f2b93f" opacity="0.45" />
      <circle cx="116" cy="52" r="16" fill="#7b4fb3" stroke="#2b1a12" strokeWidth="4" />
    </svg>
  );
}

/** A temple of the list, and what is said of it. */
interface NearbyRow extends NearbyTemple {
  readonly state: string;
}

/**
 * Returns the list of temples nearby: first those that the viewer used last, then the others, last those that cannot be chosen.
 * @param now ms since 1970
 */
export function rowsOf(
  temples: readonly NearbyTemple[],
  lastUsed: LastUsed,
  now: number,
): readonly NearbyRow[] {
  const rank = ({ templeId, elsewhere }: NearbyTemple) => (elsewhere ? -1 : (lastUsed.get(templeId) ?? 0));
  return temples
    .toSorted((a, b) => rank(b) - rank(a))
    .map((temple) => ({ ...temple, state: describe(temple, lastUsed, now) }));
}

function describe({ templeId, elsewhere }: NearbyTemple, lastUsed: LastUsed, now: number): string {
  if (elsewhere) return i18n._("at another match");
  const used = lastUsed.get(templeId);
  return used === undefined
    ? i18n._("free")
    : i18n._("yours, last used {day}", { day: describeDay(used, now) });
}

/** Returns the whole seconds until a moment; renders again with each. @param until ms of `performance.now()` */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** What pairs the viewer's seat with a temple nearby (temple protocol P-6). */
export interface NearbyPorts {
  /** The temples that can be chosen, and those at other matches; `null`: none is offered here. */
  readonly list: () => Promise<readonly NearbyTemple[] | null>;
  /** Resolves when the temple's button was pressed; `onAsked` gets the ms for which the temple shows the player's name. */
  readonly pair: (
    templeId: string,
    options: { readonly signal: AbortSignal; readonly onAsked: (wait: number) => void },
  ) => Promise<unknown>;
  readonly lastUsed: LastUsed;
}

/** A temple that shows the player's name, and from and until when, ms of `performance.now()`. */
export interface Asked {
  readonly templeId: string;
  readonly from: number;
  readonly until: number;
}

interface Nearby {
  /** `null`: none is offered here, or the server has not answered yet. */
  readonly temples: readonly NearbyTemple[] | null;
  readonly asked: Asked | null;
  readonly choose: (templeId: string) => void;
  readonly stop: () => void;
}

/** ms between two looks while the page is seen. */
const INTERVAL = 4_000;

/**
 * Looks which temples show codes for as long as the component is shown, and pairs the seat with one of them.
 * @param action runs the pairing, and what else must not be done meanwhile
 */
export function useNearby({ list, pair }: NearbyPorts, action: Action): Nearby {
  // Without an answer the code is left, as for all others.
  const { answer: temples, look } = useAnswer("temples", list);
  useLooks(look, INTERVAL);
  const [asked, setAsked] = useState<Asked | null>(null);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const choose = (templeId: string) =>
    action.run(async () => {
      const { signal } = (stopping.current = new AbortController());
      const onAsked = (wait: number) => {
        const from = performance.now();
        setAsked({ templeId, from, until: from + wait });
      };
      try {
        await pair(templeId, { signal, onAsked });
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        setAsked(null);
      }
    });
  return { temples, asked, choose, stop: () => stopping.current.abort() };
}
