import type { ReactNode } from "react";
import { Unseen } from "../design/parts/panel.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./embed.module.css";

interface Props {
  /** The path of a page of this site. */
  readonly path: string;
  readonly children: ReactNode;
}

/** The way out of a frame to a page of this site: in a tab of its own, since no other page may be in the frame. */
export const OutLink = ({ path, children }: Props) => (
  <a className={styles.out} href={path} target="_blank" rel="noopener">
    {children} <Unseen>{i18n._("(in a new tab)")}</Unseen>
  </a>
);
