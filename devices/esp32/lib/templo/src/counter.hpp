// A temple's counting core, between its sensors and its radio. It counts and never judges. devices/src/counter.ts is
// the same in TypeScript; test/firmware.test.ts compares the two.
#pragma once

#include "types.hpp"

namespace templo {

/** A number from 0 to 1, for the spread of times. */
using Random = double (*)();

enum class ActKind : uint8_t { returned, pair, unpair };

/** `up/act`, except for its boot, which the counter has. */
struct Act {
  uint32_t seq;
  ActKind kind;
  /** Only for `returned`, like `num`. */
  Slot slot;
  uint8_t num;
};

/** The counting fields of every `up/bead` and online `up/state`. */
struct Counting {
  uint32_t seq;
  Counts count;
  /** Empty: no mark was seen since power-up. */
  char mark[kMarkSize];
  Counts base;
  Millis up;
};

struct Bead {
  Counting counting;
  Slot slot;
  uint32_t n;
  Millis at;
};

/** Messages to publish now. */
struct DueMessages {
  bool state;
  bool act;
  /** The act to publish again, if `act` is set. */
  Act again;
};

class Counter {
 public:
  /**
   * @param boot new at each power-up
   * @param epoch the epoch of stored counters, or `boot` for counters in RAM
   */
  Counter(const char* boot, const char* epoch, const Counts& count, Random random);

  const char* boot() const { return boot_; }
  const char* epoch() const { return epoch_; }
  const Counts& count() const { return count_; }
  /** The number of the current connection, as in its last will (N-1). */
  uint32_t conn() const { return conn_; }
  /** The current display; `nullptr`: none. */
  const Display* display() const { return hasDisplay_ ? &display_ : nullptr; }
  uint8_t faults() const { return faults_; }
  /** Whether the display says that a bead of this epoch has no verdict yet. */
  bool hasUnjudged() const;

  /** Begins a connection, after CONNACK (N-2). Publish a `report` first. */
  void beginConnection() { conn_ += 1; }
  /** Counts a bead that fell. */
  Bead drop(Slot slot, Millis now);
  /** Returns the act for a pressed button. `tick` repeats it until `answerAct`. */
  Act press(ActKind kind, Slot slot, uint8_t num, Millis now);
  /** The ack of an act of this boot arrived: it is repeated no more, or, if it is `pending`, three times from now on. */
  void answerAct(uint32_t seq, bool isPending, Millis now);
  /** Shows a display. The first display with a mark sets the stamp. */
  void show(const Display& display);
  /** Shows nothing, after an empty display (T-3). */
  void clearDisplay() { hasDisplay_ = false; }
  /** Schedules a report within 3 s if an online bridge has a new `start` (N-3). */
  void handleNotice(const char* bridge, const char* start, Millis now);
  /** Remembers a command; returns whether to carry it out, that is whether it is not among the last 4. */
  bool acceptCommand(const char* id);
  /** Begins a new epoch at 0. */
  void restartCounting(const char* epoch);
  /** Sets the faults; a change is due to be reported at once (N-3). */
  void setFaults(uint8_t faults, Millis now);
  /** Returns the counting fields of an online `up/state` as of now. It replaces every report that was due. */
  Counting report(Millis now);
  /** Returns the uptime at which `tick` next has a message, unless something happens before. */
  Millis nextDueAt() const;
  /** Returns what is due by now (N-3); publish a due state with `report`. Call it only while connected. */
  DueMessages tick(Millis now);

 private:
  static constexpr size_t kReportTimes = 8;
  static constexpr size_t kUnjudgedReportTimes = 5;
  static constexpr size_t kBridges = 4;
  static constexpr size_t kCommands = 4;

  struct BridgeStart {
    char bridge[kMarkSize];
    char start[kHexSize];
  };

  Counting nextCounting(Millis now);
  void dropPastTimes(Millis now);
  void scheduleReport(Millis at);

  char boot_[kHexSize];
  char epoch_[kHexSize];
  Counts count_;
  Random random_;
  uint32_t conn_ = 0;
  uint32_t seq_ = 0;
  char mark_[kMarkSize] = "";
  Counts base_;
  Display display_;
  bool hasDisplay_ = false;
  uint8_t faults_ = 0;
  BridgeStart starts_[kBridges] = {};
  size_t nextStart_ = 0;
  char commands_[kCommands][kHexSize] = {};
  size_t nextCommand_ = 0;
  /** Times at which a report is due; `kNotDue` in unused places. */
  Millis reportTimes_[kReportTimes];
  /** Reports that are due only while a bead has no verdict. */
  Millis unjudgedReportTimes_[kUnjudgedReportTimes];
  Millis heartbeatAt_ = 0;
  Act act_ = {};
  /** Whether it has no final ack yet. */
  bool isActOpen_ = false;
  uint8_t actRepeatsLeft_ = 0;
  Millis actAt_ = 0;
};

}  // namespace templo
