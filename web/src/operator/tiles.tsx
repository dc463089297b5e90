import type { OperatorOverview } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import styles from "./operator.module.css";

interface Props {
  readonly overview: OperatorOverview;
  /** How many wait. */
  readonly reports: number;
}

/** The servers at a glance. */
export function Tiles({ overview, reports }: Props) {
  const { people, matches, servers, temples } = overview;
  const { playing, gathering, over } = matches;
  const online = temples.filter((temple) => temple.online).length;
  const away = temples.filter((temple) => !temple.online).map(({ templeId }) => templeId);
  const tiles = [
    { title: i18n._("People"), value: String(people), more: i18n._("have seats"), warns: false },
    {
      title: i18n._("Matches"),
      value: String(playing + gathering + over),
      more: i18n._("{playing} playing, {gathering} gathering, {over} over", { playing, gathering, over }),
      warns: false,
    },
    {
      title: i18n._("Reports"),
      value: String(reports),
      more: reports === 0 ? i18n._("none waits") : i18n._("wait for you"),
      warns: reports > 0,
    },
    {
      title: i18n._("Servers"),
      value: String(servers.length),
      more: servers.map((server) => `${server.id} ${server.matches}`).join(", "),
      warns: false,
    },
    {
      title: i18n._("Temples"),
      value: i18n._("{online} of {all}", { online, all: temples.length }),
      more:
        away.length === 0 ? i18n._("all are online") : i18n._("offline: {names}", { names: away.join(", ") }),
      warns: away.length > 0,
    },
  ];
  return (
    <section className={styles.tiles} aria-label={i18n._("Servers at a glance")}>
      {tiles.map(({ title, value, more, warns }) => (
        <section key={title} className={`${styles.tile} ${warns ? styles.warns : ""}`}>
          <h2>{title}</h2>
          <p className={styles.figure}>{value}</p>
          <p>{more}</p>
        </section>
      ))}
    </section>
  );
}
