/** The claim of a seat's token: its holder took this seat of this match. */
export interface SeatClaim {
  readonly match: string;
  readonly seat: string;
  /** A new id each time that another player takes the seat, or that its token is renewed. */
  readonly holder: string;
}

/** The prefix of holders' ids from a personal token without the right to talk: users of the id may not talk either. */
const MUTE = "mute-";

/** Returns the id with which a holder may not talk. */
export const muteHolder = (holder: string): string => (isMute(holder) ? holder : MUTE + holder);

/** Whether a holder may not talk. */
export const isMute = (holder: string): boolean => holder.startsWith(MUTE);

/** A seat as its match gives it to a client. */
export interface ClaimedSeat extends SeatClaim {
  /** The match's invitation (`formatInvitation`). */
  readonly invitation: string | null;
}
