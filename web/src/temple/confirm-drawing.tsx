import styles from "./nearby-temples.module.css";

/** A temple's screen with a name, and its pair button, which glows. */
export function ConfirmDrawing() {
  return (
    <svg className={styles.screen} viewBox="0 0 144 104" aria-hidden="true">
      <rect x="3" y="14" width="138" height="76" rx="12" fill="#8a5430" stroke="#2b1a12" strokeWidth="4" />
      <rect x="14" y="26" width="76" height="52" rx="4" fill="#c9dc8a" stroke="#2b1a12" strokeWidth="3" />
      <path d="M22 42H64M22 53H82M22 64H74" stroke="#26330d" strokeWidth="6" strokeDasharray="7 2" />
      <circle cx="116" cy="52" r="25" fill="#f2b93f" opacity="0.45" />
      <circle cx="116" cy="52" r="16" fill="#7b4fb3" stroke="#2b1a12" strokeWidth="4" />
    </svg>
  );
}
