import { Drawing } from "../../art/drawing.tsx";
import styles from "./medal.module.css";

/** A day sign on its round medal, as discs and signs are shown. */
export function Medal({ sign, className = "" }: { readonly sign: string; readonly className?: string }) {
  return (
    <span className={`${styles.medal} ${className}`}>
      <Drawing sheet="signs" id={sign} />
    </span>
  );
}
