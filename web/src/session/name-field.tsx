import { NAME_BYTES, readName } from "@flower-war/client-sdk";
import { Field } from "../design/parts/field.tsx";
import { i18n } from "../texts/index.ts";
import { describeFault } from "./name-faults.ts";

interface Props {
  readonly name: string;
  readonly className?: string | undefined;
  /** The id of the form that it belongs to. Default: the one around it. */
  readonly form?: string;
  readonly onChange: (name: string) => void;
}

/** The name by which the others call a player. Its form is not sent while something is wrong with it. */
export function NameField({ name, className, form, onChange }: Props) {
  const { fault } = readName(name);
  return (
    <Field
      ref={(input) => input?.setCustomValidity(fault === undefined ? "" : describeFault(fault))}
      {...(className !== undefined && { className })}
      {...(form !== undefined && { form })}
      label={i18n._("Your name")}
      value={name}
      maxLength={NAME_BYTES}
      required
      autoComplete="nickname"
      onChange={onChange}
    />
  );
}
