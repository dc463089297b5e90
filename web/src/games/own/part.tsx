import { Component, createContext, type ReactNode, useContext, useLayoutEffect } from "react";
import type { Zone } from "@flower-war/client-sdk/own-games";
import { i18n } from "../../texts/index.ts";
import type { Table, TableWords } from "./game-table.ts";
import { isSame, type LookedAtPart, type Own, type OwnScene } from "./own.ts";
import styles from "./part.module.css";
import type { ZoneProps } from "./things.tsx";

/** The data of a part that a game draws itself. */
interface DrawnPart {
  readonly table: Table;
  readonly part: ZoneProps;
  readonly zones: readonly Zone[];
}

const PartContext = createContext<DrawnPart | null>(null);

/** @throws Error outside of a part of a table */
export function useDrawnPart(): DrawnPart {
  const part = useContext(PartContext);
  if (part === null) throw new Error("this can be used only within a part of a table");
  return part;
}

interface Props {
  readonly own: Own;
  readonly part: LookedAtPart;
  readonly name: "Board" | "Seat" | "Hand" | "Decision" | "Side" | "Windows";
  /** The seat before which it lies. */
  readonly of?: string;
  /** How the page draws it. */
  readonly plain: ReactNode;
}

/** A part of the table. The game draws it; the page does if the game leaves it out, or throws. */
export function OwnPart({ own, part, name, of, plain }: Props) {
  const Part = own.table[name] as ((table: Table & { readonly of?: string }) => ReactNode) | undefined;
  useLayoutEffect(() => own.styles.hold(), [own.styles]);
  if (Part === undefined) return plain;
  const { scene, drawn, handling } = part;
  const table = tableOf(own, part);
  return (
    <Guard plain={plain}>
      <PartContext value={{ table, part: { own, scene, handling }, zones: own.zonesOf(drawn) }}>
        <Part {...table} {...(of !== undefined && { of })} />
      </PartContext>
    </Guard>
  );
}

/** Returns the table as a game's own parts get it. */
export function tableOf(own: Own, { scene, drawn, handling }: LookedAtPart): Table {
  const { legal } = scene;
  return {
    view: drawn.view,
    seat: drawn.seat,
    people: drawn.people,
    awaiting: drawn.awaiting,
    legal,
    busy: handling?.busy ?? false,
    send: (command) => {
      const known = legal.find((each) => isSame(each, command));
      if (known !== undefined) handling?.send(known);
    },
    words: wordsOf(own, drawn),
  };
}

/** Returns the game's words as its own parts get them. @param viewer who looks; left out: words without players' names */
export function wordsOf(
  own: Own,
  viewer: Pick<OwnScene, "seat" | "people"> = { seat: null, people: [] },
): TableWords {
  const reader = own.words.readerFor(viewer);
  return {
    language: own.texts.language,
    nameOf: (seat) => reader.nameOf(seat),
    thing: (name) => own.thing(name),
    zone: (name) => own.zoneName({ name }),
    command: (command) => own.commandWords(command, reader),
  };
}

/** Draws the page's version of a part that throws, with a note. */
class Guard extends Component<
  { readonly plain: ReactNode; readonly children: ReactNode },
  { readonly error: unknown }
> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <>
        <Fault error={error} />
        {this.props.plain}
      </>
    );
  }
}

/** Says that a game could not draw something itself. */
function Fault({ error }: { readonly error: unknown }) {
  return (
    <p role="status" className={styles.fault}>
      {i18n._("The game could not draw this part. You see a plain version.")} <code>{String(error)}</code>
    </p>
  );
}

/** Calls a function of a game. Returns `other` if it throws; the browser's console shows the error. */
export function tryTo<Value>(make: () => Value, other: Value): Value {
  try {
    return make();
  } catch (error) {
    reportError(error);
    return other;
  }
}
