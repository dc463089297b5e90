// As much of MQTT 3.1.1 as a temple needs, in fixed buffers: QoS 1 out, QoS 0 and 1 in, a will, and nothing queued.
#pragma once

#include "types.hpp"

namespace templo {

/** A stream of bytes to the broker: TCP or TLS on the board, a socket on a desk. */
class Transport {
 public:
  virtual ~Transport() = default;
  /** Opens it; may take a while. */
  virtual bool open() = 0;
  /** Bytes read, 0: none are there now, -1: it is closed. */
  virtual int read(uint8_t* out, size_t size) = 0;
  /** All of them, or `false`. */
  virtual bool write(const uint8_t* bytes, size_t size) = 0;
  virtual void close() = 0;
};

/** What a client tells its owner. */
class MqttListener {
 public:
  virtual ~MqttListener() = default;
  /** CONNACK; 0 is yes, 4 and 5 a wrong name or secret (MQTT 3.1.1, 3.2.2.3). */
  virtual void onConnack(uint8_t code) = 0;
  virtual void onMessage(const char* topic, const char* payload, size_t length, bool retained) = 0;
};

struct Will {
  const char* topic;
  const char* payload;
};

class MqttClient {
 public:
  /** `id` is client id and user name (N-1). All three texts stay the owner's. */
  MqttClient(Transport& transport, const char* id, const char* secret, MqttListener& listener);

  /** CONNECT with a clean session; the answer comes by `onConnack`. */
  bool connect(const Will& will, Millis now);
  bool subscribe(const char* const* filters, size_t count);
  /** QoS 1. A message too large for the buffer is not sent. */
  bool publish(const char* topic, const char* payload, bool retain);
  /** DISCONNECT, and the stream's end. */
  void disconnect();
  /** The stream's end. */
  void drop();
  /** Takes in what came, pings, and notices silence. Answers whether the stream is open. */
  bool loop(Millis now);

  bool isOpen() const { return open_; }
  /** What the broker has not acknowledged: CONNECT, SUBSCRIBE, PUBLISH. */
  uint32_t outstanding() const { return outstanding_; }
  /** Whether the broker owes an answer of any kind. */
  bool isWaiting() const { return outstanding_ > 0 || pinging_; }
  /** Publishes that the broker acknowledged since CONNECT. */
  uint32_t acknowledged() const { return acknowledged_; }

 private:
  /** T-4: a temple of level 2 takes packets of 1152 bytes; it says no more than 512. */
  static constexpr size_t kIn = 1152;
  static constexpr size_t kOut = 512;
  /** s, in CONNECT. */
  static constexpr uint16_t kKeepAlive = 20;
  /** ms until an answer that does not come ends the connection. */
  static constexpr Millis kPatience = 10000;

  enum class Reading : uint8_t { type, length, body };

  void start(uint8_t type);
  void put(uint8_t byte);
  void putNumber(uint16_t number);
  void putText(const char* text);
  bool send();
  void take(uint8_t byte);
  void handle();
  void handlePublish();

  Transport& transport_;
  const char* id_;
  const char* secret_;
  MqttListener& listener_;
  bool open_ = false;
  uint32_t outstanding_ = 0;
  uint32_t acknowledged_ = 0;
  uint16_t packetId_ = 0;
  Millis saidAt_ = 0;
  Millis heardAt_ = 0;
  bool pinging_ = false;
  uint8_t out_[kOut];
  size_t outLength_ = 0;
  bool outFits_ = true;
  uint8_t in_[kIn + 1];
  size_t inLength_ = 0;
  Reading reading_ = Reading::type;
  uint8_t type_ = 0;
  uint32_t remaining_ = 0;
  uint8_t shift_ = 0;
  bool fits_ = true;
};

}  // namespace templo
