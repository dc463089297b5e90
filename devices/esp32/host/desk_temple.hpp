// A temple on the host: the firmware's core with libmosquitto, a file in place of flash, and methods in place of hands.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mosquitto_broker.hpp"
#include "temple.hpp"

struct DeskOptions {
  std::string id;
  std::string secret;
  std::string host = "127.0.0.1";
  int port = 1883;
  /** The file in place of flash; empty: counters in RAM. */
  std::string flash;
  /** Time passes only in `wait`, and stands still while the broker owes an answer. */
  bool virtualClock = false;
  Spoil spoil;
};

/** Stores the state in a file of one line: boot number, epoch, counts. */
class FileStore : public templo::Store {
 public:
  explicit FileStore(std::string file) : file_(std::move(file)) {}
  bool load(templo::StoredState& out) override;
  bool save(const templo::StoredState& state) override;

 private:
  const std::string file_;
};

class DeskTemple : public templo::Board {
 public:
  explicit DeskTemple(const DeskOptions& options);

  /** Switches off and on again: only flash is left, uptime begins at 0. @param dark the beams' states at power-up */
  void powerCycle(const templo::BySlot<bool>& dark);
  void setLink(bool up);
  /** Does what is due by now and handles what has arrived. */
  void run();
  /** Lets `ms` pass. */
  void wait(templo::Millis ms);
  /** Darkens and clears a beam in turns, for these ms each; it is clear at the end. */
  void interrupt(templo::Slot slot, const templo::Millis* ms, size_t count);
  void confirm();
  void pair(bool held);
  void sendGoodbye();

  /** Returns whether a sound was played since the last call. @param sound which; `nullptr`: any */
  bool hears(const templo::Sound* sound);
  /** Returns whether it looked for a newer firmware since the last call. */
  bool lookedForUpdate() { return std::exchange(lookedForUpdate_, false); }

  const templo::Picture& picture() const { return temple_->picture(); }
  int fd() const { return broker_.fd(); }
  /** Returns ms until something is due, at most `most`. */
  int pollTimeout(int most) const;

 private:
  void show(const templo::Picture& picture) override;
  void play(const templo::Tune& tune) override { heard_.push_back(tune.sound); }
  void restart() override { restarting_ = true; }
  void lookForUpdate() override { lookedForUpdate_ = true; }
  uint32_t random() override;

  templo::Millis now() const;
  /** Lets the broker answer while time stands still. */
  void settle();

  const DeskOptions options_;
  MosquittoBroker broker_;
  FileStore store_;
  std::unique_ptr<templo::Temple> temple_;
  templo::Millis virtualNow_ = 0;
  int64_t born_ = 0;
  bool restarting_ = false;
  bool lookedForUpdate_ = false;
  std::vector<templo::Sound> heard_;
};
