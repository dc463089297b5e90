// The connection to the MQTT broker as the core needs it: esp-mqtt on the board, libmosquitto on the host.
#pragma once

#include "types.hpp"

namespace templo {

/** s, in CONNECT (N-1). */
constexpr int kKeepAlive = 20;
/** The most bytes of a packet that a temple must be able to receive (T-4). */
constexpr size_t kMostPacket = 1152;

/** Why no connection came about. */
enum class Refusal : uint8_t {
  /** Nothing answers at the broker's address. */
  unreachable,
  /** Its certificate is not signed by the CA that was given, or not for this host, or out of date. */
  untrusted,
  /** User name or password (CONNACK 4 and 5: MQTT 3.1.1, 3.2.2.3). */
  login,
  /** Any other answer. */
  other,
};

struct Login {
  /** Client id and user name (N-1). */
  const char* id;
  const char* secret;
};

/** The last will, published with QoS 1 and retained; a topic of `nullptr`: there is none. */
struct Will {
  const char* topic;
  const char* payload;
};

/** What a `Broker` reports. */
class BrokerListener {
 public:
  virtual ~BrokerListener() = default;
  virtual void onConnected() = 0;
  virtual void onRefused(Refusal why) = 0;
  /** @param payload at most `kMostPacket` bytes; longer ones are not reported */
  virtual void onMessage(const char* topic, const char* payload, size_t length, bool retained) = 0;
  /** The broker has acknowledged one publish. */
  virtual void onAcknowledged() = 0;
  virtual void onClosed() = 0;
};

class Broker {
 public:
  virtual ~Broker() = default;
  /**
   * Begins a connection with a clean session, in place of the one before and whatever that had not sent yet. `poll`
   * reports `onConnected` or `onRefused` within 30 s. It never connects again by itself: pauses are the core's (N-4).
   */
  virtual void connect(const Login& login, const Will& will) = 0;
  /** Subscribes with QoS 1. Returns `false` if it cannot be sent, like `publish`. */
  virtual bool subscribe(const char* const* filters, size_t count) = 0;
  /** Publishes with QoS 1. */
  virtual bool publish(const char* topic, const char* payload, bool retain) = 0;
  /** Sends DISCONNECT and closes; nothing is reported afterwards. */
  virtual void disconnect() = 0;
  /** Reports what has happened since the last call, on the caller's thread. */
  virtual void poll(BrokerListener& listener) = 0;
};

}  // namespace templo
