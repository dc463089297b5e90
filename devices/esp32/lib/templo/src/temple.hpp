// A whole temple except for its pins: sensors and buttons in, lamps and lines out, the broker behind a `Transport`.
#pragma once

#include "beam.hpp"
#include "counter.hpp"
#include "messages.hpp"
#include "mqtt.hpp"

namespace templo {

/** What outlives a power cut (V-2, level 3). */
struct StoredState {
  /** How often the temple was switched on; part of every boot id, which makes them unique. */
  uint32_t boots;
  /** Empty: nothing was stored yet. */
  char epoch[kHexSize];
  Counts count;
};

class Store {
 public:
  virtual ~Store() = default;
  /** Returns `false` if the storage cannot be read. Leaves `out` unchanged if nothing was stored. */
  virtual bool load(StoredState& out) = 0;
  /** Returns `false` if the state cannot be stored. */
  virtual bool save(const StoredState& state) = 0;
};

/** What to show, and when to sound. */
struct Picture {
  BySlot<bool> lit;
  uint32_t left;
  /** Beads to take out per god; above 0, the red lamp is lit and a sound is played (J-12). */
  Counts takeOut;
  bool blinking;
  char lines[kLines][kLineSize];
};

/** The hardware of a temple. */
class Board {
 public:
  virtual ~Board() = default;
  virtual void show(const Picture& picture) = 0;
  virtual void restart() = 0;
  /** Returns 32 random bits. The radio must be on. */
  virtual uint32_t random() = 0;
};

struct Settings {
  /** The temple's id (T-1) and the secret of its enrolment (P-1). */
  const char* id;
  const char* secret;
  Identity self;
};

class Temple : private MqttListener {
 public:
  Temple(const Settings& settings, Transport& transport, Store& store, Board& board, Random random);

  /** Starts the temple at power-up, when the radio is on. @param dark the beams' states */
  void begin(const BySlot<bool>& dark, Millis now);
  /** Call it continually, at the latest when `nextDueAt` says. */
  void loop(Millis now);
  Millis nextDueAt() const;

  /** Handles a beam that was interrupted or cleared. */
  void onBeam(Slot slot, bool dark, Millis now);
  /** Handles the confirm button: what the display asked for was taken out. */
  void onConfirm(Millis now);
  /** Handles the pair button: show a code, or (held) leave the match. */
  void onPair(bool held, Millis now);
  /** Publishes a clean goodbye and disconnects, before power-off. */
  void sendGoodbye(const char* why);

  const Picture& picture() const { return picture_; }
  bool isConnected() const { return connected_; }
  /** Whether the broker owes an answer. */
  bool isWaiting() const { return mqtt_.isOpen() && mqtt_.isWaiting(); }

 private:
  enum class Refusal : uint8_t { none, login, access };

  void onConnack(uint8_t code) override;
  void onMessage(const char* topic, const char* payload, size_t length, bool retained) override;

  void connect(Millis now);
  void handleClose(Millis now);
  void countBead(Slot slot, Millis now);
  void handleCommand(const CommandMessage& message);
  void handleDisplay(const char* payload, size_t length);
  void handleNotice(const NoticeMessage& notice);
  void publish(const char* channel, const char* payload, bool retain);
  void publishReport(Millis now);
  void publishAct(const Act& act);
  void newEpoch();
  void storeCounters();
  void checkBeams(Millis now);
  void updatePicture();
  void newHex(char (&out)[kHexSize]);
  void topic(char* out, size_t size, const char* way, const char* channel) const;

  const Settings settings_;
  Store& store_;
  Board& board_;
  Random random_;
  MqttClient mqtt_;
  StoredState stored_ = {};
  Counter counter_;
  BySlot<Beam> beams_;
  bool storageFailed_ = false;
  bool connected_ = false;
  Refusal refusal_ = Refusal::none;
  uint8_t failures_ = 0;
  uint8_t cutsInARow_ = 0;
  Millis retryAt_ = 0;
  Millis now_ = 0;
  Millis blinkUntil_ = 0;
  /** The ids of bridges that are online. */
  char bridges_[4][kMarkSize] = {};
  Picture picture_ = {};
};

}  // namespace templo
