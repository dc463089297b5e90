import { type God, type Seat, SPACES, type Table } from "@flower-war/client-sdk/flower-war";
import type { Reader } from "@flower-war/client-sdk/texts";
import { type RefObject, useState } from "react";
import { BeadMarker } from "../../../art/beads.tsx";
import { i18n } from "../../../texts/index.ts";
import { texts } from "../texts.ts";
import ringStyles from "../../../game-frame/board/board.module.css";
import { useRingKeys } from "../../../game-frame/board/ring-keys.ts";
import styles from "./board.module.css";
import { tipOf } from "../../../game-frame/game-texts.ts";
import { apocalypseWords, createSpaceWriter, lakeTip, seatsOn } from "./words.ts";
import { BEAD, Causeway, Stop } from "./causeway.tsx";
import { RADIUS, SPACE_COUNT, STARTS, VIEW_BOX } from "./geometry.ts";
import { Lake, Sun } from "./lake.tsx";
import { comparedOf, discsOff, discsToTrigger, type Reach } from "./signs.ts";
import { type Mark, Space } from "./space.tsx";
import { NO_TARGETS, type Pick, type Targets } from "./targets.ts";
import { Temple } from "./temple.tsx";

interface BoardProps {
  readonly table: Table;
  readonly reader: Reader<Seat>;
  /** Without names and with larger figures, for phones and small pictures. */
  readonly small?: boolean;
  /** The spaces that the viewer's next move can reach. Default: none. */
  readonly reach?: ReadonlyMap<number, Reach>;
  /** Whether it is the viewer who moves now. */
  readonly moving?: boolean;
  /** What can be chosen now, and what was. */
  readonly targets?: Targets;
  readonly picked?: Pick;
  /** The gods to whom the viewer may offer now. */
  readonly offers?: ReadonlySet<God>;
  /** The space that the space panel shows. */
  readonly selected?: number | null;
  /** Left out: the board is only looked at. They stay the same from one drawing to the next. */
  readonly onSpace?: (space: number) => void;
  readonly onSeat?: (seat: Seat) => void;
  readonly onGod?: (god: God) => void;
}

const NUMBERS = Array.from({ length: SPACE_COUNT }, (_, index) => index + 1);
const NOWHERE: ReadonlyMap<number, Reach> = new Map();
const NOBODY: ReadonlySet<God> = new Set();

/** The board: the ring of 20 spaces, the causeway with the pawns, the lake, the sun and the temple. */
export function Board(props: BoardProps) {
  const { table, reader, small = false, targets = NO_TARGETS, onSpace } = props;
  const own = (reader.seat === null ? undefined : table.tribes[reader.seat]?.space) ?? 1;
  const { ring, current, onKeyDown } = useRingKeys({ attribute: "data-space", count: SPACE_COUNT, own });
  const { lake, apocalypse } = table;
  const offers = new Set([...(props.offers ?? NOBODY), ...targets.gods]);
  return (
    <svg className={styles.board} viewBox={VIEW_BOX} data-board>
      {small ? null : <BeadMarker id={BEAD} />}
      <circle className={ringStyles.shadow} r={RADIUS.rim + 1} />
      <circle className={ringStyles.rim} r={RADIUS.rim} />
      <circle className={ringStyles.rimLine} r={321} />
      <Ring
        {...props}
        ring={ring}
        current={current}
        onKeyDown={onSpace === undefined ? undefined : onKeyDown}
      />
      <Causeway />
      <Lake lake={lake} offerings={comparedOf(table)} small={small} tipOf={(god) => lakeTip(table, god)} />
      <Sun
        count={apocalypse.count}
        state={apocalypse.state}
        ruling={apocalypse.ruling}
        discs={discsOff(table)}
        trigger={discsToTrigger(table)}
        tip={`${texts().things.apocalypse.name}\n${apocalypseWords(table, reader).join("\n")}`}
      />
      <Temple
        open={offers}
        wordsOf={(god) => ({
          tip: tipOf(texts().gods[god]),
          label:
            god === "tlaloc" ? i18n._("Offer a skull to Tlaloc") : i18n._("Offer a skull to Huitzilopochtli"),
        })}
        onGod={props.onGod}
      />
      <Stops {...props} />
    </svg>
  );
}

interface RingProps extends BoardProps {
  readonly ring: RefObject<SVGGElement | null>;
  readonly current: number;
  readonly onKeyDown: ((event: React.KeyboardEvent) => void) | undefined;
}

function Ring({ ring, current, onKeyDown, ...props }: RingProps) {
  const { table, reader, small = false, reach = NOWHERE, selected = null, onSpace } = props;
  const [wordsOf] = useState(createSpaceWriter);
  return (
    <g
      ref={ring}
      role="list"
      aria-label={i18n._("The board: 20 spaces in the order of movement")}
      onKeyDown={onKeyDown}
    >
      {NUMBERS.map((number) => {
        const space = table.spaces[number - 1];
        const id = SPACES[number - 1];
        if (space === undefined || id === undefined) return null;
        return (
          <Space
            key={id}
            space={number}
            id={id}
            rack={space.rack}
            rackSize={table.options.rackSize}
            holder={space.disc}
            top={space.top}
            lingers={space.lingers}
            height={space.height}
            ruling={table.apocalypse.ruling}
            mark={markOf(number, props)}
            selected={selected === number}
            small={small}
            {...wordsOf(table, number, reader, reach.get(number))}
            tabbable={number === current}
            onSelect={onSpace}
          />
        );
      })}
    </g>
  );
}

function Stops(props: BoardProps) {
  const {
    table,
    reader,
    small = false,
    reach = NOWHERE,
    moving = false,
    targets = NO_TARGETS,
    picked,
  } = props;
  return (
    <g>
      {NUMBERS.map((number) => {
        const here = seatsOn(table, number);
        return (
          <Stop
            key={number}
            space={number}
            pawns={here.join(" ")}
            start={table.seats.find((seat) => STARTS[seat] === number) ?? null}
            reach={reach.get(number)?.number ?? 0}
            strong={moving}
            me={reader.seat}
            targets={here.filter((seat) => targets.seats.has(seat)).join(" ")}
            chosen={picked?.seat ?? null}
            small={small}
            tip={here.map((seat) => reader.nameOf(seat)).join(", ")}
            onSeat={props.onSeat}
          />
        );
      })}
    </g>
  );
}

/** How a space is marked: what was chosen before what can be, that before where the viewer stands. */
function markOf(number: number, { table, reader, reach, moving, targets, picked }: BoardProps): Mark | null {
  const seats = seatsOn(table, number);
  if (picked?.space === number || seats.some((seat) => seat === picked?.seat)) return "chosen";
  if (targets?.spaces.has(number) === true || seats.some((seat) => targets?.seats.has(seat))) return "target";
  if (reader.seat !== null && seats.includes(reader.seat)) return "mine";
  if (reach?.has(number) !== true) return null;
  return moving === true ? "reach" : "near";
}
