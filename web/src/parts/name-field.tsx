import { NAME_LENGTH } from "@flower-war/client-sdk";
import { type Ref, useId } from "react";

interface Props {
  readonly ref: Ref<HTMLInputElement>;
  readonly name: string;
  readonly onChange: (name: string) => void;
}

/** The name under which a person sits at a table. */
export function NameField({ ref, name, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Your name</label>
      <input
        ref={ref}
        id={id}
        value={name}
        maxLength={NAME_LENGTH}
        required
        pattern=".*\S.*"
        title="Something to call you by"
        autoComplete="nickname"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
