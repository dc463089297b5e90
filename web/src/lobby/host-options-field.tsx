import { type GameName, hostOptions, type OptionValue, Refusal } from "@flower-war/client-sdk";
import { FACES } from "../games/faces.ts";
import { OptionField } from "./option-field.tsx";

/** The host options that a person changed, by their names. */
export type ChosenOptions = { readonly [option: string]: OptionValue };

interface Props {
  readonly game: GameName;
  readonly chosen: ChosenOptions;
  /** What became of the last match that was asked for. */
  readonly error: unknown;
  readonly onChange: (chosen: ChosenOptions) => void;
}

/** Every host option of a game, as the game defines them; each says itself what was wrong with it. */
export function HostOptionsField({ game, chosen, error, onChange }: Props) {
  const options = Object.entries(hostOptions(game));
  const atFault = error instanceof Refusal && error.code === "bad-option" ? error : null;
  if (options.length === 0) return null;
  return (
    <details
      className="options"
      open={atFault === null ? undefined : true}
      onInvalidCapture={(event) => {
        event.currentTarget.open = true;
      }}
    >
      <summary>Host options</summary>
      {options.map(([name, option]) => (
        <OptionField
          key={name}
          option={option}
          words={FACES[game].optionWords(name)}
          value={chosen[name] ?? option.default}
          fault={atFault?.field === name ? atFault.message : null}
          onChange={(value) => onChange({ ...chosen, [name]: value })}
        />
      ))}
    </details>
  );
}
