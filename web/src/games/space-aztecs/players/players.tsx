import type { Card, Seat } from "@flower-war/client-sdk/space-aztecs";
import { useState } from "react";
import { i18n } from "../../../texts/index.ts";
import type { Victim } from "../played.ts";
import type { SpaceAztecsScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import { useNarrow } from "../../../game-frame/table/use-narrow.ts";
import { City } from "./city.tsx";
import { Plaque } from "./plaque.tsx";
import styles from "./players.module.css";
import { Strip } from "./strip.tsx";

/** The number of seats from which a city has one row of smaller cards, and that up to which it has two rows. */
const MANY_SEATS = 5;
const FEW_SEATS = 3;

interface Props {
  readonly scene: SpaceAztecsScene;
  readonly serverTime: () => number;
  /** The Aztecs that the viewer's Saucer may take. */
  readonly victims: readonly Victim[];
  readonly targets: { readonly [seat: string]: Card };
  readonly onTarget: (seat: Seat, card: Card) => void;
}

/** All seats and their cities, in turn order. On phones one city, and a strip that switches it. */
export function Players(props: Props) {
  const narrow = useNarrow();
  if (narrow) return <OneCity {...props} />;
  const { scene, victims, targets, onTarget } = props;
  const { length } = scene.people;
  const density = length >= MANY_SEATS ? styles.tight : length <= FEW_SEATS ? styles.roomy : "";
  return (
    <ul className={`${styles.players} ${density}`}>
      {scene.people.map((person) => (
        <Plaque
          key={person.seat}
          {...props}
          person={person}
          targets={victims.find(({ seat }) => seat === person.seat)?.aztecs ?? []}
          chosen={targets[person.seat]}
          onTarget={(card) => onTarget(person.seat, card)}
        />
      ))}
    </ul>
  );
}

function OneCity({ scene, victims, targets, onTarget }: Props) {
  const first = victims[0]?.seat ?? scene.seat ?? scene.people[0]?.seat ?? "0";
  const [picked, setPicked] = useState<{ readonly seat: Seat; readonly first: Seat } | null>(null);
  // A decision about other cities shows the first of them.
  const shown = picked !== null && picked.first === first ? picked.seat : first;
  const name = readerFor(scene.seat, scene.people).nameOf(shown);
  return (
    <>
      <Strip
        scene={scene}
        shown={shown}
        targets={new Set(victims.map(({ seat }) => seat))}
        onShow={(seat) => setPicked({ seat, first })}
      />
      <section className={styles.oneCity} aria-label={i18n._("City of {name}", { name })}>
        <City
          table={scene.view.table}
          seat={shown}
          targets={victims.find(({ seat }) => seat === shown)?.aztecs ?? []}
          chosen={targets[shown]}
          onChoose={(card) => onTarget(shown, card)}
        />
      </section>
    </>
  );
}
