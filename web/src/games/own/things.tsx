import type { Thing, Zone } from "@flower-war/client-sdk/own-games";
import { Drawing } from "../../art/drawing.tsx";
import { Unseen } from "../../design/parts/panel.tsx";
import type { Sending } from "../../game-frame/sending.ts";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import { type Command, commandOf, type Own, type OwnScene } from "./own.ts";
import styles from "./things.module.css";

export interface ZoneProps {
  readonly own: Own;
  readonly scene: OwnScene;
  /** `null`: it is only looked at. */
  readonly handling: Pick<Sending<Command>, "busy" | "send"> | null;
}

/** What lies in a zone, in its order. */
export function Things({ zone, ...props }: ZoneProps & { readonly zone: Zone }) {
  if (zone.things.length === 0) return <p className={styles.empty}>{i18n._("nothing")}</p>;
  const seen = new Map<string, number>();
  return (
    <ul className={styles.things} aria-label={props.own.zoneName(zone)}>
      {zone.things.map((thing) => {
        const name = `${thing.kind} ${"name" in thing ? thing.name : ""}`;
        const count = seen.get(name) ?? 0;
        seen.set(name, count + 1);
        // What is new is another element, and appears.
        return (
          <li key={`${name} ${count}`}>
            <OneThing {...props} thing={thing} />
          </li>
        );
      })}
    </ul>
  );
}

/** A thing: a button where a press on it sends a command that is legal now. */
export function OneThing({ own, scene, handling, thing }: ZoneProps & { readonly thing: Thing }) {
  const command = handling === null ? null : commandOf(thing, scene.legal);
  const content = <Content own={own} thing={thing} />;
  const look = `${styles.thing} ${styles[thing.kind]} ${isBack(thing) ? styles.back : ""}`;
  if (handling === null || command === null) return <div className={look}>{content}</div>;
  return (
    <button
      type="button"
      className={`${look} ${styles.open}`}
      aria-disabled={handling.busy}
      onClick={() => handling.send(command)}
    >
      {content}
      <Unseen>{own.commandWords(command, own.words.readerFor(scene))}</Unseen>
    </button>
  );
}

const isBack = (thing: Thing): boolean => thing.kind === "card" && thing.name === null;

function Content({ own, thing }: { readonly own: Own; readonly thing: Thing }) {
  switch (thing.kind) {
    case "card":
      return (
        <>
          {thing.name === null ? (
            <Unseen>{i18n._("face down")}</Unseen>
          ) : (
            <Named own={own} name={thing.name} />
          )}
          <Count of={thing.count} />
        </>
      );
    case "piece":
      return (
        <>
          {thing.seat === undefined ? null : <SeatSign seat={thing.seat} size="small" />}
          <Named own={own} name={thing.name} />
          <Count of={thing.count} />
        </>
      );
    case "die":
      return thing.value >= 1 && thing.value <= 6 ? (
        <Drawing sheet="marks" id={`die-${thing.value}`} label={String(thing.value)} />
      ) : (
        <b>{thing.value}</b>
      );
    case "counter":
      return (
        <>
          <span title={own.thing(thing.name).about}>{own.thing(thing.name).name}</span>
          <b>
            {thing.of === undefined ? thing.value : i18n._("{n} of {of}", { n: thing.value, of: thing.of })}
          </b>
          {thing.of === undefined ? null : <meter value={thing.value} max={thing.of} aria-hidden="true" />}
        </>
      );
  }
}

/** A thing's name, and what it is for. */
function Named({ own, name }: { readonly own: Own; readonly name: string }) {
  const { name: said, about } = own.thing(name);
  return (
    <>
      <b>{said}</b>
      {about === "" ? null : <span className={styles.about}>{about}</span>}
    </>
  );
}

function Count({ of = 1 }: { readonly of: number | undefined }) {
  return of === 1 ? null : <span className={styles.count}>{`×${of}`}</span>;
}
