import type { Zone } from "@flower-war/client-sdk/own-games";
import { Panel } from "../../design/parts/panel.tsx";
import { plaqueClass, PlaqueHead } from "../../game-frame/table/plaque.tsx";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import type { LookedAtPart, Own, OwnScene } from "./own.ts";
import { OwnPart } from "./part.tsx";
import styles from "./table.module.css";
import { Things, type ZoneProps } from "./things.tsx";

interface OwnProps {
  readonly own: Own;
}

/** What lies in the middle of the table. */
export function Board({ own, scene, drawn, handling }: OwnProps & LookedAtPart) {
  const zones = own.zonesOf(drawn).filter((zone) => zone.seat === undefined);
  return (
    <div className={styles.board} data-board="">
      {zones.map((zone) => (
        <Panel key={zone.name} title={own.zoneName(zone)} className={styles.zone}>
          <Things own={own} zone={zone} scene={scene} handling={handling} />
        </Panel>
      ))}
    </div>
  );
}

/** A plaque for each seat, with what lies before it. The viewer's cards are in their hand. */
export function Players({ own, scene, drawn, handling, serverTime }: OwnProps & LookedAtPart) {
  const inHand = new Set(handling === null ? [] : own.handOf(drawn).map(({ name }) => name));
  const isHeld = ({ name, seat }: Zone) => seat === drawn.seat && inHand.has(name);
  return (
    <ul className={styles.players} aria-label={i18n._("Players")}>
      {drawn.people.map((person) => {
        const lit = drawn.awaiting.some(({ seat }) => seat === person.seat);
        const name = own.texts.seats[person.seat] ?? person.seat;
        return (
          <li
            key={person.seat}
            className={`${plaqueClass(lit)} ${styles.plaque}`}
            aria-current={lit ? "true" : undefined}
          >
            <PlaqueHead
              scene={drawn}
              person={person}
              sign={<SeatSign seat={person.seat} />}
              seatName={name}
              serverTime={serverTime}
            />
            <OwnPart
              own={own}
              part={{ scene, drawn: seenBy(person.seat, drawn), handling, serverTime }}
              name="Seat"
              of={person.seat}
              plain={own
                .zonesBefore(person.seat, drawn)
                .filter((zone) => !isHeld(zone))
                .map((zone) => (
                  <Labelled key={zone.name} own={own} zone={zone} scene={scene} handling={handling} />
                ))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Returns a scene as a seat sees it itself, where hands are open. */
function seenBy(seat: string, scene: OwnScene): OwnScene {
  return { ...scene, view: scene.openHands?.get(seat) ?? scene.view };
}

function Labelled({ own, zone, ...props }: ZoneProps & { readonly zone: Zone }) {
  // A lone counter says itself what it counts.
  const isCounter = zone.things.length === 1 && zone.things[0]?.kind === "counter";
  return (
    <div className={styles.own}>
      {isCounter ? null : <span className={styles.label}>{own.zoneName(zone)}</span>}
      <Things own={own} zone={zone} {...props} />
    </div>
  );
}

/** Returns the viewer's hand; `null`: they hold nothing. */
export function hand({ own, ...part }: OwnProps & LookedAtPart) {
  const { scene, drawn, handling } = part;
  const zones = own.handOf(drawn);
  if (zones.length === 0 && (own.table.Hand === undefined || drawn.seat === null)) return null;
  const plain = (
    <div className={styles.hand}>
      {zones.map((zone) => (
        <section key={zone.name} aria-label={own.zoneName(zone)}>
          <h2>{own.zoneName(zone)}</h2>
          <Things own={own} zone={zone} scene={scene} handling={handling} />
        </section>
      ))}
    </div>
  );
  if (own.table.Hand === undefined) return plain;
  return (
    <section className={styles.hand} aria-label={i18n._("What you hold")}>
      <OwnPart own={own} part={part} name="Hand" plain={plain} />
    </section>
  );
}
