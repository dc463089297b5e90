import type { ReactNode } from "react";
import { Drawing } from "../art/drawing.tsx";
import { usePage } from "../base/use-page.ts";
import styles from "./embed.module.css";
import { OutLink } from "./out-link.tsx";

interface Props {
  readonly title: string;
  /** Beside the title. */
  readonly children?: ReactNode;
  /** The page of this site that shows the same. */
  readonly path: string;
  /** What the way there says. */
  readonly way: string;
}

/** The upper edge of an embedded match: what it is, and the way to where it is played. */
export function EmbedBar({ title, children, path, way }: Props) {
  usePage(title);
  return (
    <header className={styles.bar}>
      <Drawing sheet="signs" id="xochitl" className={styles.flower} />
      <h1 className={styles.title}>{title}</h1>
      {children}
      <OutLink path={path}>{way}</OutLink>
    </header>
  );
}
