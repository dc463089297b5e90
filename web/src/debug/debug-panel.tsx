import { Button } from "../design/parts/button.tsx";
import { Check } from "../design/parts/field.tsx";
import { catalogEntry } from "../games/catalog.ts";
import type { DebugPicture } from "./api.ts";
import styles from "./debug.module.css";

/** What is looked at: the match after `at` commands, `null`: as it is now, by a seat, or by those who watch. */
export interface Look {
  readonly at: number | null;
  readonly viewer: string;
}

interface Props {
  /** What the match was found by. */
  readonly match: string;
  readonly picture: DebugPicture;
  readonly look: Look;
  /** Why the server does not answer; `null`: it does. */
  readonly problem: string | null;
  readonly onLook: (look: Look) => void;
  readonly onHold: (held: boolean) => void;
}

/** Who looks, when, and all that the match holds then. */
export function DebugPanel({ match, picture, look, problem, onLook, onHold }: Props) {
  const { game, n, at, state, views, legal, playsItself } = picture;
  const goTo = (to: number) => onLook({ ...look, at: to >= n ? null : Math.max(0, to) });
  return (
    <aside className={styles.panel} aria-label="Debug">
      <header>
        <h1>{catalogEntry(game)?.title ?? game}</h1>
        <a href={`/matches/${match}`}>Open the match</a>
      </header>
      {problem === null ? null : <p role="status">{problem}</p>}
      <Viewers picture={picture} viewer={look.viewer} onChoose={(viewer) => onLook({ ...look, viewer })} />
      <Check checked={playsItself} onChange={() => onHold(playsItself)}>
        Bots and clocks play
      </Check>
      <section aria-label="Time" className={styles.time}>
        <Button aria-label="The beginning" onClick={() => goTo(0)}>
          |◀
        </Button>
        <Button aria-label="One command back" onClick={() => goTo(at - 1)}>
          ◀
        </Button>
        <input
          type="range"
          aria-label="After how many commands"
          min={0}
          max={n}
          value={at}
          onChange={({ target }) => goTo(Number(target.value))}
        />
        <Button aria-label="One command on" onClick={() => goTo(at + 1)}>
          ▶
        </Button>
        <Button aria-label="Now" aria-pressed={look.at === null} onClick={() => goTo(n)}>
          ▶|
        </Button>
        <p role="status">{look.at === null ? `Now: ${n} commands` : `After ${at} of ${n} commands`}</p>
      </section>
      <Commands picture={picture} onChoose={goTo} />
      <Json title="View" value={views[look.viewer]} open />
      <Json title="State" value={state} />
      <Json title="Legal commands" value={legal[look.viewer] ?? []} />
    </aside>
  );
}

interface ViewersProps {
  readonly picture: DebugPicture;
  readonly viewer: string;
  readonly onChoose: (viewer: string) => void;
}

/** Who looks at the table. Who sits there can play. */
function Viewers({ picture: { seats, awaiting }, viewer, onChoose }: ViewersProps) {
  return (
    <fieldset className={styles.viewers}>
      <legend>Play this seat</legend>
      {["public", ...seats].map((each) => {
        const decision = awaiting.find(({ seat }) => seat === each)?.decision;
        return (
          <label key={each}>
            <input type="radio" name="viewer" checked={each === viewer} onChange={() => onChoose(each)} />
            {each === "public" ? "none: watch" : each}
            {decision === undefined ? null : <small>{` decides: ${decision}`}</small>}
          </label>
        );
      })}
    </fieldset>
  );
}

interface CommandsProps {
  readonly picture: DebugPicture;
  readonly onChoose: (n: number) => void;
}

/** All commands with the events that followed. Choosing one shows the match after it. */
function Commands({ picture: { entries, at }, onChoose }: CommandsProps) {
  return (
    <section aria-label="Commands">
      <h2>Commands</h2>
      <ol className={styles.commands}>
        {entries.map(({ n, seat, command, events }) => (
          <li key={n} className={n > at ? styles.later : undefined}>
            <button type="button" aria-current={n === at ? "step" : undefined} onClick={() => onChoose(n)}>
              <b>{seat}</b> <code>{JSON.stringify(command)}</code>
            </button>
            <ul>
              {events.map((event) => (
                <li key={JSON.stringify(event)}>
                  <code>{JSON.stringify(event)}</code>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface JsonProps {
  readonly title: string;
  readonly value: unknown;
  /** Whether it is open at first. Default: no. */
  readonly open?: boolean;
}

function Json({ title, value, open = false }: JsonProps) {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}
