import type { NameFault } from "@flower-war/client-sdk/players";
import { useEffect, useState } from "react";
import { Field } from "../design/parts/field.tsx";
import { i18n } from "../texts/index.ts";
import { describeNameFault } from "./refusal-texts.ts";

interface Props {
  readonly name: string;
  readonly className?: string | undefined;
  /** The id of the form that it belongs to. Default: the one around it. */
  readonly form?: string;
  readonly onChange: (name: string) => void;
}

/** More UTF-16 units than any name has. */
const LONGEST = 100;

type Check = (name: string) => NameFault | undefined;

/** The name by which the others call a player. Its form is not sent while something is wrong with it. */
export function NameField({ name, className, form, onChange }: Props) {
  const fault = useCheck()(name);
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

/** Returns what finds faults in names. It is loaded when the page stands; until then, and without it, the server does. */
function useCheck(): Check {
  const [check, setCheck] = useState<Check>(
    () => (name: string) => (name.trim() === "" ? "missing" : undefined),
  );
  useEffect(() => {
    import("./read-name.ts").then(
      ({ readName }) => setCheck(() => (name: string) => readName(name).fault),
      () => {},
    );
  }, []);
  return check;
}
