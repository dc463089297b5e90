import type { God } from "@flower-war/client-sdk/flower-war";
import { Button } from "../design/parts/button.tsx";
import { GOD_KEYS } from "../games/flower-war/offer-action.tsx";
import { texts } from "../games/flower-war/texts.ts";
import { i18n } from "../texts/index.ts";
import styles from "./virtual-temple.module.css";

interface Props {
  readonly isOpen: (god: God) => boolean;
  readonly busy: boolean;
  readonly onOffer: (god: God) => void;
}

const TONES = { tlaloc: "rain", huitzilopochtli: "go" } as const;

/** Does what dragging does. A button of a closed slot stays in reach: pressed, it says why it is closed. */
export function OfferButtons({ isOpen, busy, onOffer }: Props) {
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
