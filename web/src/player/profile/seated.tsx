import type { PlayerMatchSeat } from "@flower-war/client-sdk";
import { Link } from "wouter";
import { paths } from "../../base/routes.ts";
import { Unseen } from "../../design/parts/panel.tsx";
import { seatName } from "../../session/seat-names.ts";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./match-history.module.css";

/** Who sat at a match, each with the sign of their seat, and the way to those who are players here. */
export function Seated({ seats }: { readonly seats: readonly PlayerMatchSeat[] }) {
  return (
    <ul className={styles.people}>
      {seats.map(({ seat, kind, name, player }) => (
        <li key={seat}>
          <SeatSign seat={seat} size="small" />
          <Unseen>{seatName(seat)}: </Unseen>
          {player === null ? name : <Link href={paths.profile(player)}>{name}</Link>}
          {kind === "bot" ? <small>{i18n._("bot")}</small> : null}
        </li>
      ))}
    </ul>
  );
}
