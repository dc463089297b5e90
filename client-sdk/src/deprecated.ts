/** Types that release 0.2.0 had in the main entry. They are those of `@flower-war/protocol`: import them from there. */
export type {
  /** @deprecated Import it from `@flower-war/protocol`. */
  BridgeRequest,
  /** @deprecated Import it from `@flower-war/protocol`. */
  ClientTypes,
  /** @deprecated Import it from `@flower-war/protocol`. */
  CLOCKS,
  /** @deprecated Import it from `@flower-war/protocol`. */
  ClockSettings,
  /** @deprecated Import it from `@flower-war/protocol`. */
  ClockState,
  /** @deprecated Import it from `@flower-war/protocol`. */
  CommandAnswer,
  /** @deprecated Import it from `@flower-war/protocol`. */
  CommandRequest,
  /** @deprecated Import it from `@flower-war/protocol`. */
  CreateRequest,
  /** @deprecated Import it from `@flower-war/protocol`. */
  Enrolled,
  /** @deprecated Import it from `@flower-war/protocol`. */
  EnrolRequest,
  /** @deprecated Import it from `@flower-war/protocol`. */
  Entry,
  /** @deprecated Import it from `@flower-war/protocol`. */
  EVENT_CODES,
  /** @deprecated Import it from `@flower-war/protocol`. */
  EventCode,
  /** @deprecated Import it from `@flower-war/protocol`. */
  EventFields,
  /** @deprecated Import it from `@flower-war/protocol`. */
  formatEntry,
  /** @deprecated Import it from `@flower-war/protocol`. */
  HandState,
  /** @deprecated Import it from `@flower-war/protocol`. */
  isRefusalCode,
  /** @deprecated Import it from `@flower-war/protocol`. */
  LIMITS,
  /** @deprecated Import it from `@flower-war/protocol`. */
  ListingState,
  /** @deprecated Import it from `@flower-war/protocol`. */
  LobbyState,
  /** @deprecated Import it from `@flower-war/protocol`. */
  MATCH_STATUSES,
  /** @deprecated Import it from `@flower-war/protocol`. */
  MatchMessages,
  /** @deprecated Import it from `@flower-war/protocol`. */
  MatchRequests,
  /** @deprecated Import it from `@flower-war/protocol`. */
  MatchState,
  /** @deprecated Import it from `@flower-war/protocol`. */
  parseEntry,
  /** @deprecated Import it from `@flower-war/protocol`. */
  PartWriters,
  /** @deprecated Import it from `@flower-war/protocol`. */
  PATHS,
  /** @deprecated Import it from `@flower-war/protocol`. */
  PlainFields,
  /** @deprecated Import it from `@flower-war/protocol`. */
  pure,
  /** @deprecated Import it from `@flower-war/protocol`. */
  QuickPlayRequest,
  /** @deprecated Import it from `@flower-war/protocol`. */
  REFUSAL_CODES,
  /** @deprecated Import it from `@flower-war/protocol`. */
  RefusalBody,
  /** @deprecated Import it from `@flower-war/protocol`. */
  Reservation,
  /** @deprecated Import it from `@flower-war/protocol`. */
  ROOMS,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SeatRequest,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SeatReservation,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SeatState,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SHORT_CODE,
  /** @deprecated Import it from `@flower-war/protocol`. */
  Synced,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SyncedClock,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SyncedList,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SyncedLobby,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SyncedMap,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SyncedMatch,
  /** @deprecated Import it from `@flower-war/protocol`. */
  SyncedSeat,
  /** @deprecated Import it from `@flower-war/protocol`. */
  tableWriter,
  /** @deprecated Import it from `@flower-war/protocol`. */
  TempleList,
  /** @deprecated Import it from `@flower-war/protocol`. */
  WireEntry,
  /** @deprecated Import it from `@flower-war/protocol`. */
  writeFields,
  /** @deprecated Import it from `@flower-war/protocol`. */
  writeIndex,
  /** @deprecated Import it from `@flower-war/protocol`. */
  writeList,
  /** @deprecated Import it from `@flower-war/protocol`. */
  writeMap,
  /** @deprecated Import it from `@flower-war/protocol`. */
  writeQueue,
} from "@flower-war/protocol";
