import { type God, GODS, type Seat, spaceName } from "@flower-war/client-sdk/flower-war";
import { useId } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { SeatMark } from "../../design/parts/seat-mark.tsx";
import { i18n } from "../../texts/index.ts";
import { Choice, Option } from "../../game-frame/action/choice.tsx";
import { reachOf } from "./board/signs.ts";
import { readerFor, texts } from "./texts.ts";
import styles from "./action.module.css";
import type { TablePart } from "./handling.ts";

/** The targets of a command as lists, for who does not point at the board: seats, gods, spaces. */
export function Choices(props: TablePart) {
  const { targets } = props.handling;
  return (
    <div className={styles.choices}>
      {targets.seats.size === 0 ? null : <SeatChoice {...props} />}
      {targets.gods.size === 0 ? null : <GodChoice {...props} />}
      {targets.spaces.size === 0 ? null : <SpaceChoice {...props} />}
    </div>
  );
}

function SeatChoice({ scene, handling }: TablePart) {
  const reader = readerFor(scene);
  const { tribes, seats, awaiting } = scene.view.table;
  const far = awaiting?.decision !== "choose";
  return (
    <Choice label={i18n._("Seat")}>
      {(name) =>
        seats
          .filter((seat) => handling.targets.seats.has(seat))
          .map((seat: Seat) => (
            <Option
              key={seat}
              name={name}
              checked={handling.pick.seat === seat}
              onChoose={() => handling.pickSeat(seat)}
            >
              <SeatMark seat={seat} className={styles.mark} />
              <span>
                {reader.nameOf(seat)}
                {far ? <small>{spaceName(tribes[seat]?.space ?? 1)}</small> : null}
              </span>
              <span className={styles.skulls}>
                <Drawing sheet="marks" id="skull" label={i18n._("skulls")} />
                {tribes[seat]?.skulls}
              </span>
            </Option>
          ))
      }
    </Choice>
  );
}

function GodChoice({ scene, handling }: TablePart) {
  return (
    <Choice label={i18n._("God")}>
      {(name) =>
        GODS.toReversed().map((god: God) => (
          <Option
            key={god}
            name={name}
            checked={handling.pick.god === god}
            onChoose={() => handling.pickGod(god)}
          >
            <Drawing sheet="marks" id={`shrine-${god}`} className={styles.mark} />
            <span>
              {texts().gods[god].name}
              <small>
                {i18n._("{n, plural, one {# offering} other {# offerings}}", {
                  n: scene.view.table.offerings[god],
                })}
              </small>
            </span>
          </Option>
        ))
      }
    </Choice>
  );
}

/** Few spaces are listed; of many one is chosen on the board, or here in a menu. */
const FEW = 4;

function SpaceChoice({ scene, handling }: TablePart) {
  const id = useId();
  const spaces = [...handling.targets.spaces];
  if (spaces.length > FEW) {
    return (
      <label className={styles.menu} htmlFor={id}>
        {i18n._("Choose a space on the board, or here:")}
        <select
          id={id}
          value={handling.pick.space ?? ""}
          onChange={(event) => handling.pickSpace(Number(event.target.value))}
        >
          <option value="" disabled>
            {i18n._("Space")}
          </option>
          {spaces.map((space) => (
            <option key={space} value={space}>
              {spaceName(space)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <Choice label={i18n._("Space")}>
      {(name) =>
        spaces.map((space) => (
          <Option
            key={space}
            name={name}
            checked={handling.pick.space === space}
            onChoose={() => handling.pickSpace(space)}
          >
            <span>
              {spaceName(space)}
              <StepsTo scene={scene} space={space} />
            </span>
          </Option>
        ))
      }
    </Choice>
  );
}

/** How far a space is that the roll leads to. */
function StepsTo({ scene: { view, legal }, space }: Pick<TablePart, "scene"> & { space: number }) {
  const steps = reachOf(view, legal).get(space);
  if (steps === undefined || steps.move === null) return null;
  return <small>{i18n._("{steps, plural, one {# step} other {# steps}}", { steps: steps.number })}</small>;
}
