import { Drawing } from "../../art/drawing.tsx";
import styles from "./icon.module.css";

/** A small line drawing in the colour of the text. */
export function Icon({ id }: { readonly id: string }) {
  return <Drawing sheet="icons" id={id} className={styles.icon} />;
}
