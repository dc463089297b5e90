import { type ReactNode, useId } from "react";
import styles from "./segments.module.css";

interface Props<V extends string | number | boolean> {
  /** What is chosen here, for screen readers. */
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** `pills`: rounded and red, for the page's own sections. Default: a bar. */
  readonly look?: "bar" | "pills";
}

/** One of a few, all in sight: a radio group that looks like one bar. Arrows choose. */
export function Segments<V extends string | number | boolean>({
  label,
  options,
  value,
  onChange,
  look = "bar",
}: Props<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles[look]}>
      {options.map((option) => (
        <label key={String(option.value)} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
