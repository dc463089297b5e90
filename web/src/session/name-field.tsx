import type { NameFault } from "@flower-war/client-sdk/players";
import { Field } from "../design/parts/field.tsx";
import { i18n } from "../texts/index.ts";
import { describeNameFault } from "../texts/name-faults.ts";
import { useAnswer } from "./use-answer.ts";

interface Props {
  readonly name: string;
  readonly className?: string | undefined;
  /** The id of the form that it belongs to. Default: the one around it. */
  readonly form?: string;
  readonly onChange: (name: string) => void;
}

/** More UTF-16 units than any name has. */
const LONGEST = 100;

const checkFirst = (name: string): NameFault | undefined => (name.trim() === "" ? "missing" : undefined);

/** The name by which the others call a player. Its form is not sent while something is wrong with it. */
export function NameField({ name, className, form, onChange }: Props) {
  // Its check is loaded when the page stands; until then, and without it, the server says what is wrong.
  const { answer: check } = useAnswer("name check", () => import("./read-name.ts"));
  const fault = check === null ? checkFirst(name) : check.readName(name).fault;
  return (
    <Field
      ref={(input) => input?.setCustomValidity(fault === undefined ? "" : describeNameFault(fault))}
      {...(className !== undefined && { className })}
      {...(form !== undefined && { form })}
      label={i18n._("Your name")}
      value={name}
      maxLength={LONGEST}
      required
      autoComplete="nickname"
      onChange={onChange}
    />
  );
}
