import { type ReactNode, useId } from "react";
import styles from "./choice.module.css";

interface ChoiceProps {
  /** What is chosen, for screen readers. */
  readonly label: string;
  /** `name`: the group's, for each of its options. */
  readonly children: (name: string) => ReactNode;
}

/** A choice of one of several. */
export function Choice({ label, children }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      {children(name)}
    </fieldset>
  );
}

interface OptionProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One that can be chosen. */
export function Option({ name, checked, onChoose, children }: OptionProps) {
  return (
    <label className={styles.option}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
