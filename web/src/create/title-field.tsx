import { Field } from "../design/parts/field.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { describeNameFault } from "../texts/name-faults.ts";

interface Props {
  readonly title: string;
  /** What is named. Default: a table. */
  readonly label?: string;
  /** What it is called without a name; `undefined`: it needs one. */
  readonly placeholder: string | undefined;
  readonly className: string;
  readonly onChange: (title: string) => void;
}

/** The most characters of a table's name, as people count them, and more UTF-16 units than any has. */
const MOST = 40;
const LONGEST = 160;

/** The name of a table or a tournament, as others see it. Its form is not sent while something is wrong with it. */
export function TitleField({ title, label, placeholder, className, onChange }: Props) {
  // Its check is loaded when the page stands; until then, and without it, the server says what is wrong.
  const { answer: check } = useAnswer("name check", () => import("../session/read-name.ts"));
  const fault = check?.readName(title, undefined, "table").fault;
  const problem =
    fault === "too-long"
      ? i18n._("This name can have at most {most} characters.", { most: MOST })
      : fault === undefined || fault === "missing"
        ? ""
        : describeNameFault(fault);
  return (
    <Field
      ref={(input) => input?.setCustomValidity(problem)}
      className={className}
      label={label ?? i18n._("Name of the table")}
      value={title}
      placeholder={placeholder}
      required={placeholder === undefined}
      maxLength={LONGEST}
      autoComplete="off"
      onChange={onChange}
    />
  );
}
