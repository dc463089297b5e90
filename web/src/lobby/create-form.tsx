import {
  BOT_KINDS,
  type BotKind,
  CLOCK_PROFILES,
  type ClockProfile,
  type ClockWish,
  GAMES,
  type GameName,
} from "@flower-war/client-sdk/protocol";
import { useId, useState } from "react";
import { FACES } from "../games/faces.ts";
import { type ChosenOptions, HostOptionsField } from "./host-options-field.tsx";

/** The match that a person asks for. */
export interface Wish {
  readonly game: GameName;
  /** Those that were changed; the game has defaults for the others. */
  readonly options: ChosenOptions;
  readonly seats: number;
  readonly bots: BotKind[];
  readonly private: boolean;
  readonly clock: ClockWish;
}

interface Props {
  readonly onCreate: (wish: Wish) => void;
  /** What became of the last wish. */
  readonly error: unknown;
}

const CLOCK_WORDS: { readonly [P in ClockProfile]: string } = {
  none: "none: everybody waits for ever",
  quick: "quick: 30 s a turn, and a minute",
  relaxed: "relaxed: 2 min a turn, and 5 min",
  days: "days: 3 days a turn",
};

export function CreateForm({ onCreate, error }: Props) {
  const [game, setGame] = useState<GameName>("flower-war");
  const [options, setOptions] = useState<ChosenOptions>({});
  const [wanted, setSeats] = useState(4);
  const [bots, setBots] = useState(3);
  const [kind, setKind] = useState<BotKind>("easy");
  const [profile, setProfile] = useState<ClockProfile>("relaxed");
  const [isPrivate, setPrivate] = useState(false);
  const id = useId();
  const { seatCounts } = FACES[game];
  const seats = Math.min(wanted, ...seatCounts.slice(-1));
  const botsThatFit = Math.min(bots, seats - 1);
  return (
    <section className="panel" aria-labelledby="create">
      <h2 id="create">New match</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const kinds = Array.from({ length: botsThatFit }, () => kind);
          onCreate({ game, options, seats, bots: kinds, private: isPrivate, clock: { profile } });
        }}
      >
        <div className="field">
          <label htmlFor={`${id}game`}>Game</label>
          <select
            id={`${id}game`}
            value={game}
            onChange={(event) => {
              setGame(GAMES.find((each) => each === event.target.value) ?? game);
              setOptions({});
            }}
          >
            {GAMES.map((each) => (
              <option key={each} value={each}>
                {FACES[each].title}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}seats`}>Seats</label>
          <select id={`${id}seats`} value={seats} onChange={(event) => setSeats(Number(event.target.value))}>
            {seatCounts.map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}bots`}>Bots</label>
          <select
            id={`${id}bots`}
            value={botsThatFit}
            onChange={(event) => setBots(Number(event.target.value))}
          >
            {Array.from({ length: seats }, (_, count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}kind`}>Their skill</label>
          <select
            id={`${id}kind`}
            value={kind}
            onChange={(event) => setKind(BOT_KINDS.find((each) => each === event.target.value) ?? kind)}
          >
            {BOT_KINDS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}clock`}>Clocks</label>
          <select
            id={`${id}clock`}
            value={profile}
            onChange={(event) =>
              setProfile(CLOCK_PROFILES.find((each) => each === event.target.value) ?? profile)
            }
          >
            {CLOCK_PROFILES.map((each) => (
              <option key={each} value={each}>
                {CLOCK_WORDS[each]}
              </option>
            ))}
          </select>
        </div>
        <label className="check">
          <input type="checkbox" checked={isPrivate} onChange={(event) => setPrivate(event.target.checked)} />
          Private: not listed, found by its code only
        </label>
        <HostOptionsField game={game} chosen={options} error={error} onChange={setOptions} />
        <button type="submit">Create match</button>
      </form>
    </section>
  );
}
