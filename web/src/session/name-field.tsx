import { NAME_LENGTH } from "@flower-war/client-sdk";
import type { Ref } from "react";
import { Field } from "../design/parts/field.tsx";
import { i18n } from "../texts/index.ts";

interface Props {
  readonly ref?: Ref<HTMLInputElement>;
  readonly name: string;
  readonly className?: string | undefined;
  /** The id of the form that it belongs to. Default: the one around it. */
  readonly form?: string;
  readonly onChange: (name: string) => void;
}

/** The name by which the others call a player. */
export function NameField({ ref, name, className, form, onChange }: Props) {
  return (
    <Field
      {...(ref !== undefined && { ref })}
      {...(className !== undefined && { className })}
      {...(form !== undefined && { form })}
      label={i18n._("Your name")}
      value={name}
      maxLength={NAME_LENGTH}
      required
      pattern=".*\S.*"
      title={i18n._("Enter the name that others see")}
      autoComplete="nickname"
      onChange={onChange}
    />
  );
}
