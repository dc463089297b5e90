// A whole temple except for its pins: sensors and buttons in, lamps and lines out, the broker behind a `Broker`.
#pragma once

#include <optional>

#include "beam.hpp"
#include "broker.hpp"
#include "counter.hpp"
#include "echo.hpp"
#include "messages.hpp"
#include "sounds.hpp"
#include "words.hpp"

namespace templo {

/** The state that outlives a power cut (V-2, level 3). */
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

/** The content of the display. */
struct Picture {
  BySlot<bool> lit;
  uint32_t left;
  /** Beads to take out per god; above 0, the red lamp is lit (J-12). */
  Counts takeOut;
  /** Whether it blinks because the operator looks for it, and whether both lamps are lit just then. */
  bool blinking;
  bool flash;
  char lines[kLines][kLineSize];
};

/** The hardware of a temple. */
class Board {
 public:
  virtual ~Board() = default;
  virtual void show(const Picture& picture) = 0;
  /** Plays a sound, after the one that is playing; meanwhile the tune's lamps blink with its tones. */
  virtual void play(const Tune& tune) = 0;
  virtual void restart() = 0;
  /** Looks for a newer firmware now. */
  virtual void lookForUpdate() = 0;
  /** Returns 32 random bits. The radio must be on. */
  virtual uint32_t random() = 0;
};

/** How far the board's own network has come. */
enum class Link : uint8_t {
  noWifi,
  /** The Wi-Fi is there and refuses the password. */
  wrongPassword,
  /** The clock is not set yet, which certificates need (N-8). */
  noTime,
  ready,
};

struct Settings {
  /** The temple's id (T-1) and the secret of its enrolment (P-1). */
  Login login;
  Identity self;
  /** The names of the Wi-Fi and of the broker, for the screen. */
  const char* wifi;
  const char* broker;
};

class Temple : private BrokerListener {
 public:
  Temple(const Settings& settings, Broker& broker, Store& store, Board& board, Random random);

  /** Starts the temple at power-up, when the radio is on. @param dark the beams' states */
  void begin(const BySlot<bool>& dark, Millis now);
  /** Call it continually, at the latest when `nextDueAt` says. */
  void loop(Millis now);
  Millis nextDueAt() const;

  /** Handles a change of the board's network. The temple connects only when it is `ready`, as it is at first. */
  void onLink(Link link, Millis now);
  /** Handles a beam that was interrupted or cleared. */
  void onBeam(Slot slot, bool dark, Millis now);
  /** Handles the confirm button: what the display asked for was taken out. */
  void onConfirm(Millis now);
  /** Handles the pair button: show a code, or (held) leave the match. */
  void onPair(bool held, Millis now);
  /** Publishes a clean goodbye and disconnects, before power-off. */
  void sendGoodbye(const char* why);

  const Picture& picture() const { return picture_; }
  bool isConnected() const { return connection_ == Connection::open; }

 private:
  enum class Connection : uint8_t { none, opening, open };
  /** What only the operator can repair (N-4). */
  enum class Trouble : uint8_t { none, login, access };

  void onConnected() override;
  void onRefused(Refusal why) override;
  void onMessage(const char* topic, const char* payload, size_t length, bool retained) override;
  void onAcknowledged() override;
  void onClosed() override;

  void connect();
  void scheduleRetry();
  void countBead(Slot slot, Millis now);
  void handleCommand(const CommandMessage& message);
  void handleDisplay(const char* payload, size_t length);
  void handleVerdict(const BeadsAnswer& answer);
  void handleNotice(const NoticeMessage& notice);
  void publish(const char* channel, const char* payload, bool retain);
  void publishReport(Millis now);
  void publishAct(const Act& act);
  void newEpoch();
  void storeCounters();
  void checkBeams(Millis now);
  void updatePicture();
  /** What keeps the temple from showing the display's lines: a line, and one with a name; `nullptr`: none. */
  struct Waiting {
    const char* line;
    const char* detail;
  };

  Waiting waiting() const;
  const char* whyOffline() const;
  bool isDebt(const char* line) const;
  void newHex(char (&out)[kHexSize]);
  void topic(char* out, size_t size, const char* way, const char* channel) const;

  const Settings settings_;
  const Words& words_;
  Store& store_;
  Board& board_;
  Random random_;
  Broker& broker_;
  StoredState stored_ = {};
  Counter counter_;
  Echo echo_;
  BySlot<Beam> beams_;
  bool storageFailed_ = false;
  Link link_ = Link::ready;
  Connection connection_ = Connection::none;
  Trouble trouble_ = Trouble::none;
  /** Publishes of this connection that the broker has not acknowledged, and whether it has acknowledged any. */
  uint32_t unacknowledged_ = 0;
  bool acknowledged_ = false;
  /** Why the last attempt failed, since there was a connection. */
  std::optional<Refusal> refusal_;
  uint8_t failures_ = 0;
  uint8_t cutsInARow_ = 0;
  Millis retryAt_ = 0;
  Millis now_ = 0;
  Millis blinkUntil_ = 0;
  /** When the display's pairing code expires; 0: there is none. */
  Millis codeUntil_ = 0;
  /** Whether the newest display was empty (T-3). */
  bool isBlank_ = false;
  /** The ids of bridges that are online. */
  char bridges_[4][kMarkSize] = {};
  /** The newest verdicts' lines, the oldest first, and when each was shown for long enough. */
  struct {
    char line[kLineSize];
    Millis until;
  } verdicts_[kLines] = {};
  Picture picture_ = {};
};

}  // namespace templo
