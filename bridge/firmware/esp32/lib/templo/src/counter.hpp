// A temple's counting core: what a firmware does between its sensors and its radio. It counts and never judges. It is
// the twin of client-sdk/src/temple/counter.ts; bridge/test/firmware-counter.test.ts runs both side by side.
#pragma once

#include "types.hpp"

namespace templo {

/** A number from 0 to 1, for the spread of times. */
using Random = double (*)();

enum class ActKind : uint8_t { returned, pair, unpair };

/** `up/act` without its boot, which is the counter's. */
struct Act {
  uint32_t seq;
  ActKind kind;
  /** Of `returned` alone. */
  Slot slot;
  uint8_t num;
};

/** What every `up/bead` and online `up/state` carries. */
struct Counting {
  uint32_t seq;
  Counts count;
  /** Empty: there was no mark since power-up. */
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

/** What is to be published now. */
struct Due {
  bool state;
  bool act;
  Act again;
};

class Counter {
 public:
  /**
   * @param boot new at each power-up
   * @param epoch with the counts that were kept with it; the same as `boot`: counters in RAM
   */
  Counter(const char* boot, const char* epoch, const Counts& count, Random random);

  const char* boot() const { return boot_; }
  const char* epoch() const { return epoch_; }
  const Counts& count() const { return count_; }
  /** Of the present connection; its last will bears the same (N-1). */
  uint32_t conn() const { return conn_; }
  /** The picture on show; `nullptr`: none. */
  const Display* display() const { return hasDisplay_ ? &display_ : nullptr; }
  uint8_t faults() const { return faults_; }
  /** Whether the bridge has not told a verdict on every bead yet. */
  bool isUnjudged() const;

  /** A connection was accepted (N-2): its first message is a `report`. */
  void connected() { conn_ += 1; }
  /** A bead fell. */
  Bead drop(Slot slot, Millis now);
  /** A button was pressed; `tick` repeats the act until `answered`. */
  Act press(ActKind kind, Slot slot, uint8_t num, Millis now);
  /** An ack for an act of this boot came. */
  void answered(uint32_t seq);
  /** A display came. The first sight of a mark fixes the stamp. */
  void show(const Display& display);
  /** An empty display came (T-3). */
  void showNothing() { hasDisplay_ = false; }
  /** A bridge said that it is there: to a new start the temple answers within 3 s (N-3). */
  void notice(const char* bridge, const char* start, Millis now);
  /** Is this command to be obeyed? One heard among the last 4 is not. */
  bool heeds(const char* id);
  /** Begins a new run of the counters at 0. */
  void restartCounting(const char* epoch);
  /** Sensors broke, or work again: the bridge is told at once (N-3). */
  void setFaults(uint8_t faults, Millis now);
  /** The counting fields of an online `up/state` as of now; nothing that was due before is owed any more. */
  Counting report(Millis now);
  /** The uptime at which `tick` has something to say, if nothing happens before. */
  Millis due() const;
  /** What is due by now (N-3); a state is due by `report`. Call it only while connected. */
  Due tick(Millis now);

 private:
  static constexpr size_t kAlarms = 8;
  static constexpr size_t kAsking = 5;
  static constexpr size_t kBridges = 4;
  static constexpr size_t kCommands = 4;

  struct Start {
    char bridge[kMarkSize];
    char start[kHexSize];
  };

  Counting counting(Millis now);
  void forgetDue(Millis now);
  void setAlarm(Millis at);

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
  Start starts_[kBridges] = {};
  size_t nextStart_ = 0;
  char commands_[kCommands][kHexSize] = {};
  size_t nextCommand_ = 0;
  /** Times at which a report is due, `kNever` where none is. */
  Millis alarms_[kAlarms];
  Millis asking_[kAsking];
  Millis heartbeat_ = 0;
  Act act_ = {};
  uint8_t actsLeft_ = 0;
  Millis actAt_ = 0;
};

}  // namespace templo
