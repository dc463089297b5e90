import type { Command, God } from "@flower-war/client-sdk/flower-war";
import { useRef, useState } from "react";
import { useMedia } from "../base/use-media.ts";
import { Panel } from "../design/parts/panel.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { areLetterKeysOn, useKeys } from "../base/use-keys.ts";
import type { FlowerWarScene } from "../games/flower-war/texts.ts";
import { withSendableCommands } from "../game-frame/scene.ts";
import { texts } from "../games/flower-war/texts.ts";
import { i18n } from "../texts/index.ts";
import { LakeBeads } from "./lake-beads.tsx";
import { OfferButtons } from "./offer-buttons.tsx";
import { SkullPurse } from "./skull-purse.tsx";
import { closedBy, commandOf, skullsToLift } from "./slots.ts";
import { TempleDrawing } from "./temple-drawing.tsx";
import { describeClosed, describeOpenSlots, describeRefused } from "./temple-words.ts";
import { useSkullDrag } from "./use-skull-drag.ts";
import styles from "./virtual-temple.module.css";

/** A screen that is touched, or as narrow as one. */
const TOUCHED = "(pointer: coarse), (width < 620px)";

interface Props {
  readonly scene: FlowerWarScene;
  /** Sends the command that a bead means; rejects with a `Refusal`. */
  readonly play: (command: Command) => Promise<void>;
}

/** A drawn temple: a skull that falls into a lit slot is an offering, as a bead in a temple of wood and stone is. */
export function VirtualTemple({ scene: given, play }: Props) {
  const scene = withSendableCommands(given);
  const picture = useRef<HTMLDivElement>(null);
  const { offer, busy, refused, done } = useOffer(scene, play);
  const drag = useSkullDrag(picture, offer);
  useKeys({ t: () => offer("tlaloc"), h: () => offer("huitzilopochtli") }, true);
  const isTouched = useMedia(TOUCHED);
  const isOpen = (god: God) => commandOf(scene.legal, god) !== null;
  const words = describeOpenSlots(isOpen("tlaloc"), isOpen("huitzilopochtli"));
  return (
    <Panel title={i18n._("On the screen")} className={styles.temple}>
      <Pill tone={scene.legal.some(({ type }) => type === "sacrifice") ? "gold" : "plain"}>{words}</Pill>
      <div ref={picture} className={styles.scene}>
        <TempleDrawing
          openTlaloc={isOpen("tlaloc")}
          openHuitzilopochtli={isOpen("huitzilopochtli")}
          over={drag.lifted?.over ?? null}
          label={i18n._("Temple, {slots}", { slots: words })}
        >
          <LakeBeads lake={scene.view.table.lake} offerings={scene.view.table.offerings} />
        </TempleDrawing>
      </div>
      <SkullPurse skulls={skullsToLift(scene)} drag={drag} />
      <OfferButtons isOpen={isOpen} busy={busy} onOffer={offer} />
      <p>{describeDrag(isTouched)}</p>
      <div role="alert">{refused === null ? null : <p className={styles.refused}>{refused}</p>}</div>
      <p role="status" className={styles.done}>
        {done === null
          ? null
          : i18n._("Your skull is an offering to {god}.", { god: texts().gods[done].name })}
      </p>
    </Panel>
  );
}

function describeDrag(isTouched: boolean): string {
  if (isTouched)
    return i18n._("Move a skull into a slot with your finger. Let go elsewhere, and it comes back.");
  if (areLetterKeysOn())
    return i18n._("Drag a skull into a slot, or press T or H. Let go elsewhere, and it comes back.");
  return i18n._("Drag a skull into a slot. Let go elsewhere, and it comes back.");
}

/** Sends one offering at a time, and returns what became of the last one. */
function useOffer(scene: FlowerWarScene, play: Props["play"]) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ readonly refused: string | null; readonly done: God | null }>({
    refused: null,
    done: null,
  });
  const send = async (command: Command, god: God) => {
    setBusy(true);
    try {
      await play(command);
      setResult({ refused: null, done: god });
    } catch (error) {
      setResult({ refused: describeRefused(error, command, scene), done: null });
    } finally {
      setBusy(false);
    }
  };
  /** Returns whether the skull was sent. */
  const offer = (god: God): boolean => {
    if (busy) return false;
    const command = commandOf(scene.legal, god);
    setResult({ refused: command === null ? describeClosed(closedBy(scene, god), scene) : null, done: null });
    if (command !== null) void send(command, god);
    return command !== null;
  };
  return { offer, busy, ...result };
}
