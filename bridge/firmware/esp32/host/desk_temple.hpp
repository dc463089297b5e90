// A temple on a desk: the firmware's core with a socket, a file for its flash, and hands that are told what to do.
#pragma once

#include <memory>
#include <string>

#include "socket_transport.hpp"
#include "temple.hpp"

struct DeskOptions {
  std::string id;
  std::string secret;
  std::string host = "127.0.0.1";
  std::string port = "1883";
  /** The file that stands for flash; empty: counters in RAM. */
  std::string flash;
  /** Time passes by `wait` alone, and stands still while the broker owes an answer. */
  bool virtualClock = false;
  Spoil spoil;
};

/** Flash is a file of one line: boot number, epoch, counts. */
class FileStore : public templo::Store {
 public:
  explicit FileStore(std::string file) : file_(std::move(file)) {}
  bool load(templo::Kept& out) override;
  bool save(const templo::Kept& kept) override;

 private:
  const std::string file_;
};

class DeskTemple : public templo::Board {
 public:
  explicit DeskTemple(const DeskOptions& options);

  /** Off and on again: nothing but flash is left, uptime begins at 0. @param dark beams at that moment */
  void powerCycle(const templo::BySlot<bool>& dark);
  void setLink(bool up);
  /** Ends what is due by now, and takes in what has come. */
  void run();
  /** Lets time pass. */
  void wait(templo::Millis ms);
  /** Darkens and clears a beam in turns, so many ms each; it is clear at the end. */
  void interrupt(templo::Slot slot, const templo::Millis* ms, size_t count);
  void confirm();
  void pair(bool held);
  void goodbye();

  const templo::Picture& picture() const { return temple_->picture(); }
  int fd() const { return transport_.fd(); }
  /** ms until something is due of itself; at most `most`. */
  int patience(int most) const;

 private:
  void show(const templo::Picture& picture) override;
  void restart() override { restarting_ = true; }
  uint32_t random() override;

  templo::Millis now() const;
  /** Lets the broker answer while time stands still. */
  void settle();

  const DeskOptions options_;
  SocketTransport transport_;
  FileStore store_;
  std::unique_ptr<templo::Temple> temple_;
  templo::Millis virtualNow_ = 0;
  int64_t born_ = 0;
  bool restarting_ = false;
};
