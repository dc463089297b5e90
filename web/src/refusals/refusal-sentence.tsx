import { Refusal } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import { describeRefusal, type RefusalTexts } from "./refusal-texts.ts";

interface Props {
  readonly error: unknown;
  readonly texts: RefusalTexts | undefined;
}

/** A refusal in words, with its code and how long to wait. */
export function RefusalSentence({ error, texts }: Props) {
  if (!(error instanceof Refusal)) {
    return <p>{i18n._("Something went wrong on this page: {error}", { error: String(error) })}</p>;
  }
  const { code, wait } = error;
  return (
    <p>
      {describeRefusal(error, texts)}
      {wait === undefined
        ? null
        : ` ${i18n._("Try again in {seconds} s.", { seconds: Math.ceil(wait / 1000) })}`}{" "}
      <code>{code}</code>
    </p>
  );
}
