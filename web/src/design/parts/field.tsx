import { type InputHTMLAttributes, type Ref, useId } from "react";
import styles from "./field.module.css";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly onChange: (value: string) => void;
}

/** A line of text with its label before it. */
export function Field({ ref, label, className = "", onChange, ...rest }: Props) {
  const id = useId();
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        {...(ref !== undefined && { ref })}
        id={id}
        className={styles.input}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
