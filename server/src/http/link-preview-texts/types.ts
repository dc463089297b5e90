/** The texts of link previews, in one language. Names and games are put in as they are: the caller escapes the text. */
export interface PreviewTexts {
  /** The language as Open Graph writes it. */
  readonly locale: string;
  readonly about: string;
  /** What players do in a game, by its name. */
  readonly leads: { readonly [game: string]: string | undefined };
  /** Of `{host}` and `{game}`. */
  readonly tableOf: string;
  /** Of `{game}`, as the next one. */
  readonly table: string;
  readonly invitation: string;
  /** Seats: `{free}` of `{all}`. */
  readonly free: string;
  readonly full: string;
  readonly playing: string;
  /** After one of the three: the seated `{people}`, as a list in words. */
  readonly seated: string;
  readonly over: string;
}
