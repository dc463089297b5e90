import { GODS, type God, type Seat, spaceName } from "@flower-war/client-sdk/flower-war";
import { useId } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { SeatMark } from "../../design/parts/seat-mark.tsx";
import { Choice, Option } from "../../game-frame/action/choice.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./action.module.css";
import { reachOf } from "./board/signs.ts";
import type { TablePart } from "./handling.ts";
import { describeFoe, describeHolding } from "./idle-choices.ts";
import { readerFor, texts } from "./texts.ts";

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

/** Few targets are listed; of many one is chosen on the board, or here in a menu. */
const FEW = 4;

function SeatChoice({ scene, handling }: TablePart) {
  const reader = readerFor(scene);
  const { seats, awaiting } = scene.view.table;
  const noteOn = (seat: Seat) =>
    awaiting?.decision === "choose" ? describeHolding(scene.view, seat) : describeFoe(scene.view, seat);
  const targets = seats.filter((seat) => handling.targets.seats.has(seat));
  if (targets.length > FEW) {
    return (
      <TargetMenu
        label={i18n._("Choose a seat on the board, or here:")}
        placeholder={i18n._("Seat")}
        options={targets.map((seat) => [seat, withNote(reader.nameOf(seat), noteOn(seat))])}
        chosen={handling.pick.seat}
        onChoose={handling.pickSeat}
      />
    );
  }
  return (
    <Choice label={i18n._("Seat")}>
      {(name) =>
        targets.map((seat: Seat) => (
          <Option
            key={seat}
            name={name}
            checked={handling.pick.seat === seat}
            onChoose={() => handling.pickSeat(seat)}
          >
            <SeatMark seat={seat} className={styles.mark} />
            <span className={styles.target}>
              <span>{reader.nameOf(seat)}</span>
              <small>{noteOn(seat)}</small>
            </span>
          </Option>
        ))
      }
    </Choice>
  );
}

const withNote = (name: string, note: string | null): string => (note === null ? name : `${name}, ${note}`);

function GodChoice({ handling }: TablePart) {
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
            {texts().gods[god].name}
          </Option>
        ))
      }
    </Choice>
  );
}

interface TargetMenuProps<Target extends string | number> {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly (readonly [target: Target, name: string])[];
  readonly chosen: Target | undefined;
  readonly onChoose: (target: Target) => void;
}

function TargetMenu<Target extends string | number>(props: TargetMenuProps<Target>) {
  const { label, placeholder, options, chosen, onChoose } = props;
  const id = useId();
  return (
    <label className={styles.menu} htmlFor={id}>
      {label}
      <select
        id={id}
        value={chosen ?? ""}
        onChange={({ target: { selectedIndex } }) => {
          const option = options[selectedIndex - 1];
          if (option !== undefined) onChoose(option[0]);
        }}
      >
        <option value="" disabled>
          {placeholder}
        </option>
        {options.map(([target, name]) => (
          <option key={target} value={target}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function SpaceChoice({ scene, handling }: TablePart) {
  const spaces = [...handling.targets.spaces];
  if (spaces.length > FEW) {
    return (
      <TargetMenu
        label={i18n._("Choose a space on the board, or here:")}
        placeholder={i18n._("Space")}
        options={spaces.map((space) => [space, spaceName(space)])}
        chosen={handling.pick.space}
        onChoose={handling.pickSpace}
      />
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
            <span className={styles.target}>
              <span>{spaceName(space)}</span>
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
