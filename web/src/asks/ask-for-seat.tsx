import { type AnyMatch, type GameName, isPlayer, type Match, type SeatInfo } from "@flower-war/client-sdk";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Form, Select } from "../design/parts/field.tsx";
import { nameInText } from "../session/bot.tsx";
import { rememberedName, rememberName } from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { seatName } from "../session/seat-names.ts";
import { sitDown } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./asks.module.css";

interface Props<G extends GameName> {
  readonly match: Match<G>;
}

/** Lets a spectator ask the host for the seat of a bot. Nothing where no bot plays, or no person hosts. */
export function AskForSeat<G extends GameName>({ match }: Props<G>) {
  const [isOpen, setOpen] = useState(false);
  const [wasDeclined, setDeclined] = useState(false);
  const action = useAction();
  const bots = match.seats.filter(({ kind }) => kind === "bot");
  const owner = match.seats.find((person) => person.host && isPlayer(person.kind));
  const [first] = bots;
  if (match.status !== "playing" || first === undefined || owner === undefined) return null;
  const ask = (seat: string, name: string) => {
    rememberName(name);
    setOpen(false);
    setDeclined(false);
    action.run(async () => {
      const given = await match.askForSeat(seat as SeatInfo<G>["seat"], { name });
      if (given === null) setDeclined(true);
      else await sitDown(Promise.resolve(given as unknown as AnyMatch));
    });
  };
  return (
    <>
      {action.busy ? (
        <p role="status">{i18n._("{name} decides whether you get the seat…", { name: owner.name })}</p>
      ) : (
        <>
          {wasDeclined ? (
            <p role="status">{i18n._("{name} did not give it to you.", { name: owner.name })}</p>
          ) : null}
          <Button tone="gold" className={styles.ask ?? ""} onClick={() => setOpen(true)}>
            <span>
              {i18n._("Ask for a seat")}
              <small>{i18n._("that of {bot}", { bot: nameInText(first.name) })}</small>
            </span>
          </Button>
        </>
      )}
      <RefusalNote error={action.error} />
      {isOpen ? (
        <AskDialog bots={bots} owner={owner.name} onAsk={ask} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

interface DialogProps<G extends GameName> {
  readonly bots: readonly SeatInfo<G>[];
  /** The host's name. */
  readonly owner: string;
  readonly onAsk: (seat: string, name: string) => void;
  readonly onClose: () => void;
}

/** Which seat, and under which name. */
function AskDialog<G extends GameName>({ bots, owner, onAsk, onClose }: DialogProps<G>) {
  const [seat, setSeat] = useState<string>(bots[0]?.seat ?? "");
  const [name, setName] = useState(rememberedName);
  return (
    <Dialog title={i18n._("Ask for a seat")} onClose={onClose}>
      <Form className={styles.form} onSubmit={() => onAsk(seat, name.trim())}>
        <p>
          {i18n._("You play on where the bot stands, with what it holds. {name} decides.", { name: owner })}
        </p>
        <Select
          label={i18n._("Seat")}
          value={seat}
          onChange={setSeat}
          options={bots.map((bot) => ({
            value: bot.seat,
            label: i18n._("{seat}, {bot}", { seat: seatName(bot.seat), bot: nameInText(bot.name) }),
          }))}
        />
        <NameField name={name} onChange={setName} />
        <Button type="submit" tone="go">
          {i18n._("Ask {name}", { name: owner })}
        </Button>
      </Form>
    </Dialog>
  );
}
