import type { SeatInfo } from "@flower-war/client-sdk";
import { Link } from "wouter";
import { paths } from "../base/routes.ts";
import { Panel } from "../design/parts/panel.tsx";
import { seatName } from "../session/seat-names.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./standings-list.module.css";
import type { Place } from "../session/standings.ts";

interface Props {
  readonly places: readonly Place[];
  /** The seats' players, as far as they are known. */
  readonly people: readonly Pick<SeatInfo, "seat" | "name" | "kind" | "player">[];
  /** What each seat had at the end, as far as it is known. */
  readonly holdings?: ReadonlyMap<string, string>;
}

/** The standings, the best first. */
export function Standings({ places, people, holdings }: Props) {
  const won = places.some(({ place }) => place !== null);
  return (
    <Panel title={won ? i18n._("Standings") : i18n._("Where everyone stood")}>
      <ol className={styles.list}>
        {places.map(({ seat, place }) => {
          const person = people.find((each) => each.seat === seat);
          return (
            <li key={seat} className={place === 1 ? styles.first : styles.place}>
              {won ? <span className={styles.number}>{place ?? ""}</span> : null}
              <SeatSign seat={seat} />
              <p>
                <strong>
                  {person?.player ? (
                    <Link href={paths.profile(person.player)}>{person.name}</Link>
                  ) : (
                    (person?.name ?? seatName(seat))
                  )}
                </strong>
                <small>
                  {seatName(seat)}
                  {person?.kind === "bot" || person?.kind === "bot-account" ? `, ${i18n._("bot")}` : ""}
                </small>
                {/* Its line is kept while it is loaded. */}
                {holdings === undefined ? null : (
                  <small className={styles.holdings}>{holdings.get(seat) ?? ""}</small>
                )}
              </p>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
