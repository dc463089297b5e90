/** The claim of a seat's token: its holder took this seat of this match. */
export interface SeatClaim {
  readonly match: string;
  readonly seat: string;
  /** A new id each time that another player takes the seat, or that its token is renewed. */
  readonly holder: string;
  /** The seat was taken with a personal token that may not talk. */
  readonly withoutChat?: true;
}

/** A seat as its match gives it to a client. */
export interface ClaimedSeat extends SeatClaim {
  /** The match's invitation (`formatInvitation`). */
  readonly invitation: string | null;
}
