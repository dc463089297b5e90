import type { Profile } from "@flower-war/client-sdk/players";
import { Link } from "wouter";
import { paths } from "../../base/routes.ts";
import { Drawing } from "../../art/drawing.tsx";
import { Pill } from "../../design/parts/pill.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./identity-card.module.css";

interface Props {
  readonly profile: Profile;
  /** Whether it is the viewer's own. */
  readonly own: boolean;
}

/** A player's name, their first day, and the sum of their matches. */
export function IdentityCard({ profile, own }: Props) {
  const { name, kind, since, games, reputation } = profile;
  const { finished, left, recent } = reputation;
  const won = games.reduce((sum, game) => sum + game.won, 0);
  const day = dayOf(since);
  return (
    <section className={styles.card} aria-labelledby="player-name">
      <div className={styles.head}>
        <span className={styles.sign}>
          <Drawing sheet="signs" id={day.sign} />
        </span>
        <h1 id="player-name" tabIndex={-1}>
          {name}
        </h1>
        <p className={styles.marks}>
          {own ? <Pill tone="gold">{i18n._("you")}</Pill> : null}
          {kind === "guest" ? <Pill>{i18n._("guest")}</Pill> : null}
        </p>
        <p>
          {i18n._("here since {month}, the day {number} {sign}", {
            month: i18n.date(since, { month: "long", year: "numeric" }),
            number: day.number,
            sign: day.sign,
          })}
        </p>
      </div>
      <dl className={styles.sums}>
        <Sum term={i18n._("matches")} value={String(finished + left)} />
        <Sum term={i18n._("matches won")} value={String(won)} />
        <Sum term={i18n._("played to the end")} value={describeShare(finished, left)} />
      </dl>
      <p className={styles.reputation}>
        {i18n._("{finished} finished, {left} left early", { finished, left })}
        {recent === undefined || recent.of === 0
          ? null
          : ` · ${i18n._("of the last {of} finished {recent}", { of: recent.of, recent: recent.finished })}`}
      </p>
      {own ? (
        <p className={styles.settings}>
          <Link href={paths.player}>{i18n._("Your name and your passkeys")}</Link>
        </p>
      ) : null}
    </section>
  );
}

function Sum({ term, value }: { readonly term: string; readonly value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Returns the share of matches that were played to the end, rounded down so that one that was left can be seen. */
function describeShare(finished: number, left: number): string {
  if (finished + left === 0) return "-";
  const share = Math.floor((100 * finished) / (finished + left)) / 100;
  return new Intl.NumberFormat(i18n.locale, { style: "percent" }).format(share);
}

/** A day in the count of 260 days, the tonalpohualli: one of thirteen numbers with one of twenty signs. */
export interface Day {
  /** 1 to 13. */
  readonly number: number;
  /** Its Nahuatl name, as the drawing of the sign is called. */
  readonly sign: string;
}

const SIGNS =
  "cipactli ehecatl calli cuetzpalin coatl miquiztli mazatl tochtli atl itzcuintli ozomahtli malinalli acatl ocelotl cuauhtli cozcacuauhtli olin tecpatl quiahuitl xochitl".split(
    " ",
  );

/** A day that is known: Tenochtitlan fell on 1 coatl, 13 August 1521 (Julian), by Alfonso Caso's correlation. */
const KNOWN = { at: Date.UTC(1521, 7, 23), number: 1, sign: "coatl" };

const DAY = 24 * 60 * 60 * 1000;

/** Returns the day of a moment. Days begin at midnight, UTC. @param at ms since 1970 */
export function dayOf(at: number): Day {
  const days = Math.floor((at - KNOWN.at) / DAY);
  return {
    number: modulo(days + KNOWN.number - 1, 13) + 1,
    sign: SIGNS[modulo(days + SIGNS.indexOf(KNOWN.sign), SIGNS.length)] ?? KNOWN.sign,
  };
}

const modulo = (a: number, b: number): number => ((a % b) + b) % b;
