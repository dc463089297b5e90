// A whole temple but for its pins: sensors and buttons in, lamps and lines out, the broker behind a `Transport`.
#pragma once

#include "beam.hpp"
#include "counter.hpp"
#include "messages.hpp"
#include "mqtt.hpp"

namespace templo {

/** What outlives a power cut (V-2, level 3). */
struct Kept {
  /** How often the temple was switched on; part of every boot id, so that none repeats. */
  uint32_t boots;
  /** Empty: nothing was kept yet. */
  char epoch[kHexSize];
  Counts count;
};

class Store {
 public:
  virtual ~Store() = default;
  virtual bool load(Kept& out) = 0;
  virtual bool save(const Kept& kept) = 0;
};

/** What is to be seen and heard. */
struct Picture {
  BySlot<bool> lit;
  uint32_t left;
  /** Beads to take out per god; red light and a sound while one is above 0 (J-12). */
  Counts takeOut;
  bool blinking;
  char lines[kLines][kLineSize];
};

/** What the temple is built of. */
class Board {
 public:
  virtual ~Board() = default;
  virtual void show(const Picture& picture) = 0;
  virtual void restart() = 0;
  /** 32 random bits, drawn when the radio is on. */
  virtual uint32_t random() = 0;
};

struct Settings {
  /** T-1, and the secret of its enrolment (P-1). */
  const char* id;
  const char* secret;
  Identity self;
};

class Temple : private MqttListener {
 public:
  Temple(const Settings& settings, Transport& transport, Store& store, Board& board, Random random);

  /** Power-up, when the radio is on. */
  void begin(const BySlot<bool>& dark, Millis now);
  /** To be called all the time; `due` says when at the latest. */
  void loop(Millis now);
  Millis due() const;

  /** The beam of a slot was interrupted or cleared. */
  void onBeam(Slot slot, bool dark, Millis now);
  /** The confirm button: what the display asked for was taken out. */
  void onConfirm(Millis now);
  /** The other button: show a code, or (held) leave the match. */
  void onPair(bool held, Millis now);
  /** A clean goodbye before it is switched off. */
  void goodbye(const char* why);

  const Picture& picture() const { return picture_; }
  bool isConnected() const { return connected_; }
  /** Whether the broker owes an answer. */
  bool isWaiting() const { return mqtt_.isOpen() && mqtt_.isWaiting(); }

 private:
  enum class Refusal : uint8_t { none, login, access };

  void onConnack(uint8_t code) override;
  void onMessage(const char* topic, const char* payload, size_t length, bool retained) override;

  void open(Millis now);
  void lost(Millis now);
  void fall(Slot slot, Millis now);
  void obey(const CommandMessage& message);
  void hearDisplay(const char* payload, size_t length);
  void hearNotice(const NoticeMessage& notice);
  void say(const char* channel, const char* payload, bool retain);
  void report(Millis now);
  void act(const Act& act);
  void newEpoch();
  void keep();
  void checkBeams(Millis now);
  void draw();
  void newHex(char (&out)[kHexSize]);
  void topic(char* out, size_t size, const char* way, const char* channel) const;

  const Settings settings_;
  Store& store_;
  Board& board_;
  Random random_;
  MqttClient mqtt_;
  Kept kept_ = {};
  Counter counter_;
  BySlot<Beam> beams_;
  bool storageFailed_ = false;
  bool connected_ = false;
  Refusal refusal_ = Refusal::none;
  uint8_t failures_ = 0;
  uint8_t unheard_ = 0;
  Millis retryAt_ = 0;
  Millis now_ = 0;
  Millis blinkUntil_ = 0;
  /** Bridges that are online, by name. */
  char bridges_[4][kMarkSize] = {};
  Picture picture_ = {};
};

}  // namespace templo
