import { type ComponentProps, type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
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

/** A form whose request is sent by code. */
export function Form({
  onSubmit,
  ...rest
}: Omit<ComponentProps<"form">, "onSubmit"> & { readonly onSubmit: () => void }) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

interface SelectProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of several that open as a list, with its label before it. */
export function Select({ label, options, value, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.select}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** Something that is on or off. */
export function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
