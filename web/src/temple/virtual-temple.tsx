import { type Command, type God, GODS } from "@flower-war/client-sdk/flower-war";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useMedia } from "../base/use-media.ts";
import { Panel } from "../design/parts/panel.tsx";
import { Pill } from "../design/parts/pill.tsx";
import { areLetterKeysOn, useKeys } from "../base/use-keys.ts";
import { type FlowerWarScene, texts } from "../games/flower-war/texts.ts";
import { withSendableCommands } from "../game-frame/scene.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { LakeBeads, TempleDrawing } from "./temple-drawing.tsx";
import { closedBy, commandOf, type SkullDrag, skullsToLift, useSkullDrag } from "./skull-drag.ts";
import { describeClosed, describeRefused } from "./temple-words.ts";
import styles from "./virtual-temple.module.css";
import { Button } from "../design/parts/button.tsx";
import { describeOpenSlots } from "../games/flower-war/seat-temple.tsx";
import { GOD_KEYS } from "../games/flower-war/offer-action.tsx";
import { Drawing } from "../art/drawing.tsx";

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
  const words = describeOpenSlots(GODS.filter(isOpen));
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
          <LakeBeads table={scene.view.table} />
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
  const action = useAction();
  const [result, setResult] = useState<{ readonly refused: string | null; readonly done: God | null }>({
    refused: null,
    done: null,
  });
  const send = async (command: Command, god: God) => {
    try {
      await play(command);
      setResult({ refused: null, done: god });
    } catch (error) {
      setResult({ refused: describeRefused(error, command, scene), done: null });
    }
  };
  /** Returns whether the skull was sent. */
  const offer = (god: God): boolean => {
    if (action.busy) return false;
    const command = commandOf(scene.legal, god);
    setResult({ refused: command === null ? describeClosed(closedBy(scene, god), scene) : null, done: null });
    if (command !== null) action.run(() => send(command, god));
    return command !== null;
  };
  return { offer, busy: action.busy, ...result };
}

interface OfferButtonsProps {
  readonly isOpen: (god: God) => boolean;
  readonly busy: boolean;
  readonly onOffer: (god: God) => void;
}

const TONES = { tlaloc: "rain", huitzilopochtli: "go" } as const;

/** Does what dragging does. A button of a closed slot stays in reach: pressed, it says why it is closed. */
function OfferButtons({ isOpen, busy, onOffer }: OfferButtonsProps) {
  return (
    <div className={styles.buttons}>
      {(["tlaloc", "huitzilopochtli"] as const).map((god) => (
        <Button
          key={god}
          tone={TONES[god]}
          shortcut={GOD_KEYS[god]}
          aria-disabled={busy || !isOpen(god)}
          onClick={() => onOffer(god)}
        >
          {i18n._("Offer to {god}", { god: texts().gods[god].name })}
        </Button>
      ))}
    </div>
  );
}

interface SkullPurseProps {
  /** Skulls that can be lifted, 0 or more. */
  readonly skulls: number;
  readonly drag: SkullDrag;
}

/** Skulls that are drawn; the number counts the others too. */
const SHOWN = 6;

/** The skulls that can be dragged into a slot. */
function SkullPurse({ skulls, drag }: SkullPurseProps) {
  const { lifted, handlers } = drag;
  return (
    <div className={styles.purse} {...handlers}>
      {Array.from({ length: Math.min(skulls, SHOWN) }, (_, index) => (
        <span
          key={index}
          data-skull
          className={`${styles.skull} ${lifted !== null && index === 0 ? styles.gone : ""}`}
        >
          <Drawing sheet="marks" id="skull" />
        </span>
      ))}
      <p className={styles.number}>
        {i18n._("{skulls, plural, =0 {no skulls} one {# skull} other {# skulls}}", { skulls })}
        {lifted === null ? null : (
          <>
            <br />
            {i18n._("one in your hand")}
          </>
        )}
      </p>
      {lifted === null ? null : <LiftedSkull drag={drag} />}
    </div>
  );
}

/** The skull under the pointer. */
function LiftedSkull({ drag: { lifted, glideBack } }: { readonly drag: SkullDrag }) {
  const skull = useRef<HTMLSpanElement>(null);
  const returning = lifted?.returning === true;
  const glide = useEffectEvent(() => glideBack(skull.current));
  useEffect(() => {
    if (returning) glide();
  }, [returning]);
  return (
    <span ref={skull} className={styles.lifted} style={{ left: lifted?.at.x, top: lifted?.at.y }}>
      <Drawing sheet="marks" id="skull" />
    </span>
  );
}
