// The payloads that a temple writes and reads (docs/temple-protocol.md section 3). A malformed message is not used at
// all (M-1): the temple keeps what it had.
#pragma once

#include "counter.hpp"

namespace templo {

/** What a temple is, as reported in every online `up/state`. */
struct Identity {
  /** At most 40 characters. */
  const char* firmware;
  /** 1-3 (V-2) */
  uint8_t level;
  /** BCP 47, for a display's lines; `nullptr`: the bridge's choice. */
  const char* language;
  /** Why the temple started, like `power-on` or `watchdog`, at most 24 characters; `nullptr`: not known. */
  const char* reset = nullptr;
  /** Returns the Wi-Fi's signal in dBm, 0: not known; `nullptr`: there is none. */
  int (*rssi)() = nullptr;
  /** Whether its lake mirrors the match's (J-11). */
  bool mirrors = false;
};

/** Each function writes into `out` and returns whether it fitted. */
bool writeState(char* out, size_t size, const Counter& counter, const Counting& counting, const Identity& self);
bool writeBead(char* out, size_t size, const Counter& counter, const Bead& bead);
bool writeAct(char* out, size_t size, const Counter& counter, const Act& act);
/** Writes the last will of a connection, or with a `why` (`off`, `sleep`, `update`) a clean goodbye. */
bool writeOffline(char* out, size_t size, const char* boot, uint32_t conn, const char* why);

enum class Command : uint8_t { report, identify, epoch, restart, update };

struct CommandMessage {
  char id[kHexSize];
  Command command;
};

struct NoticeMessage {
  char bridge[kMarkSize];
  char start[kHexSize];
  bool online;
};

/** What became of beads. `other`: a verdict of a later version (V-1). */
enum class Verdict : uint8_t { accepted, absorbed, rejected, ignored, pending, other };

/** The part of an ack for beads that a temple uses. */
struct BeadsAnswer {
  Verdict verdict;
  Slot slot;
  /** How many beads. */
  uint32_t beads;
  /** Empty: not known here. */
  char reason[25];
  char line[kLineSize];
};

/** The part of an ack for an act that a temple uses. */
struct ActAnswer {
  char boot[kHexSize];
  uint32_t seq;
  bool isPending;
};

/** Each function returns whether the payload is well-formed. */
bool readDisplay(const char* payload, size_t length, Display& out);
bool readCommand(const char* payload, size_t length, CommandMessage& out);
bool readNotice(const char* payload, size_t length, NoticeMessage& out);
bool readBeadsAnswer(const char* payload, size_t length, BeadsAnswer& out);
bool readActAnswer(const char* payload, size_t length, ActAnswer& out);

}  // namespace templo
