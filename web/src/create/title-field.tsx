import { Field } from "../design/parts/field.tsx";
import { titleOfTable } from "../session/match-facts.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { describeNameFault } from "../texts/name-faults.ts";

interface Props {
  readonly title: string;
  /** The player's name, whose table it is without a title. */
  readonly host: string;
  readonly className: string;
  readonly onChange: (title: string) => void;
}

/** The most characters of a table's name, as people count them, and more UTF-16 units than any has. */
const MOST = 40;
const LONGEST = 160;

/** The table's name, as the lobby shows it. Its form is not sent while something is wrong with it. */
export function TitleField({ title, host, className, onChange }: Props) {
  // Its check is loaded when the page stands; until then, and without it, the server says what is wrong.
  const { answer: check } = useAnswer("name check", () => import("../session/read-name.ts"));
  const fault = check?.readName(title, undefined, "table").fault;
  const problem =
    fault === "too-long"
      ? i18n._("The name of a table has at most {most} characters.", { most: MOST })
      : fault === undefined || fault === "missing"
        ? ""
        : describeNameFault(fault);
  return (
    <Field
      ref={(input) => input?.setCustomValidity(problem)}
      className={className}
      label={i18n._("Name of the table")}
      value={title}
      placeholder={titleOfTable({ host })}
      maxLength={LONGEST}
      autoComplete="off"
      onChange={onChange}
    />
  );
}
