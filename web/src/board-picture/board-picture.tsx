import type { GameName } from "@flower-war/client-sdk";
import { type Seat, SPACES } from "@flower-war/client-sdk/flower-war";
import { BeadMarker } from "../art/beads.tsx";
import ringStyles from "../game-frame/board/board.module.css";
import styles from "../games/flower-war/board/board.module.css";
import { BEAD, Causeway, Stop } from "../games/flower-war/board/causeway.tsx";
import { RADIUS, STARTS, VIEW_BOX } from "../games/flower-war/board/geometry.ts";
import { Lake, Sun } from "../games/flower-war/board/lake.tsx";
import { Space } from "../games/flower-war/board/space.tsx";
import { Temple } from "../games/flower-war/board/temple.tsx";
import { type Play, rackOf } from "../games/rack.ts";

interface Props {
  /** The seats whose pawns stand at their homes. */
  readonly seats: readonly string[];
  readonly game: GameName;
  /** Its options, or the preset that has them; `null`: not known, and the racks are empty. */
  readonly play: Play | null;
  /** Offerings in the two halves of the lake. */
  readonly offerings?: { readonly tlaloc: number; readonly huitzilopochtli: number };
}

/** Flower War's board as a match begins: a picture with fewer details, nothing on it can be pressed. */
export function BoardPicture({ game, play, seats, offerings = { tlaloc: 0, huitzilopochtli: 0 } }: Props) {
  const rack = play === null ? 0 : rackOf(game, play);
  return (
    <svg className={`${styles.board} ${styles.picture}`} viewBox={VIEW_BOX} aria-hidden="true">
      <circle className={ringStyles.rim} r={RADIUS.rim} />
      <circle className={ringStyles.rimLine} r={321} />
      <BeadMarker id={BEAD} />
      {SPACES.map((id, index) => (
        <Space {...SPACE} key={id} space={index + 1} id={id} rack={rack ?? 0} rackSize={rack ?? 0} />
      ))}
      <Causeway />
      <Lake lake={offerings} />
      <Sun />
      <Temple />
      {seats.filter(isSeat).map((seat) => (
        <Stop {...STOP} key={seat} space={STARTS[seat]} pawns={seat} />
      ))}
    </svg>
  );
}

const isSeat = (seat: string): seat is Seat => Object.hasOwn(STARTS, seat);

/** A space on which nothing has happened. */
const SPACE = {
  holder: null,
  top: null,
  lingers: null,
  height: 0,
  ruling: null,
  mark: null,
  selected: false,
  small: false,
  label: "",
  tip: "",
  tabbable: false,
  onSelect: undefined,
} as const;

/** A stop where there is nothing to choose. */
const STOP = {
  start: null,
  reach: 0,
  strong: false,
  me: null,
  targets: "",
  chosen: null,
  small: false,
  tip: "",
  onSeat: undefined,
} as const;
