import type { StoredSeat } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { nameOf, paths } from "../base/routes.ts";
import { Button } from "../design/parts/button.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./match-row.module.css";
import { rememberPlace } from "./memory.ts";
import { SeatSign } from "./seat-sign.tsx";

/** The viewer's matches that go on, of which each is a `MatchRow`. */
export const MatchList = ({ children }: { readonly children: ReactNode }) => (
  <ul className={styles.list}>{children}</ul>
);

interface Props {
  readonly seat: string;
  readonly title: ReactNode;
  readonly about: ReactNode;
  /** What can be done. */
  readonly children: ReactNode;
}

/** One match of the viewer's: their seat, what it is, and what they can do. */
export const MatchRow = ({ seat, title, about, children }: Props) => (
  <li className={styles.row}>
    <SeatSign seat={seat} />
    <p>
      <strong>{title}</strong>
      <span>{about}</span>
    </p>
    {children}
  </li>
);

/** Returns to a seat that this browser has. */
export function useGoOn(kept: StoredSeat): () => void {
  const [, goTo] = useLocation();
  return () => {
    rememberPlace(nameOf(kept), kept.seat);
    goTo(paths.match(nameOf(kept)));
  };
}

interface GoOnProps {
  readonly kept: StoredSeat;
  /** What a screen reader says. */
  readonly label: string;
}

/** The way back to a seat that this browser has. */
export function GoOn({ kept, label }: GoOnProps) {
  return (
    <Button tone="gold" aria-label={label} onClick={useGoOn(kept)}>
      {i18n._("Go on")}
    </Button>
  );
}
