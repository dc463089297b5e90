import type { Challenge, DeclineReason, GameName, Match } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly seat: string;
}

/** Says which bot account is invited to a free seat, and what it answered. */
export function ChallengeNote<G extends GameName>({ match, seat }: Props<G>) {
  const challenge = match.challenges.find((each) => each.seat === seat);
  return <p role="status">{challenge === undefined ? null : describeChallenge(challenge)}</p>;
}

function describeChallenge({ name, status, reason }: Challenge): string {
  switch (status) {
    case "open":
      return i18n._("{name} is invited and has not answered yet.", { name });
    case "expired":
      return i18n._("{name} did not answer.", { name });
    case "declined":
      return i18n._("{name} does not come: {reason}.", { name, reason: REASONS[reason ?? "other"]() });
  }
}

const REASONS: { readonly [R in DeclineReason]: () => string } = {
  busy: () => i18n._("it is busy"),
  game: () => i18n._("it does not play this game"),
  options: () => i18n._("it does not play with these options"),
  clock: () => i18n._("it does not play with this clock"),
  other: () => i18n._("it says no"),
};
