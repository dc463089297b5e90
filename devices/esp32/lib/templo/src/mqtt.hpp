// The part of MQTT 3.1.1 that a temple needs, in fixed buffers: QoS 1 out, QoS 0 and 1 in, a will, and no queue.
#pragma once

#include "types.hpp"

namespace templo {

/** A byte stream to the broker: TCP or TLS on the board, a socket on the host. */
class Transport {
 public:
  virtual ~Transport() = default;
  /** Opens the stream; it may block. */
  virtual bool open() = 0;
  /** Returns the number of bytes read, 0 if none are available, -1 if the stream is closed. */
  virtual int read(uint8_t* out, size_t size) = 0;
  /** Writes all bytes, or returns `false`. */
  virtual bool write(const uint8_t* bytes, size_t size) = 0;
  virtual void close() = 0;
};

/** What an `MqttClient` calls. */
class MqttListener {
 public:
  virtual ~MqttListener() = default;
  /** CONNACK: 0 is accepted, 4 and 5 are a wrong user name or password (MQTT 3.1.1, 3.2.2.3). */
  virtual void onConnack(uint8_t code) = 0;
  virtual void onMessage(const char* topic, const char* payload, size_t length, bool retained) = 0;
};

struct Will {
  const char* topic;
  const char* payload;
};

class MqttClient {
 public:
  /** `id` is client id and user name (N-1). The caller keeps both texts alive. */
  MqttClient(Transport& transport, const char* id, const char* secret, MqttListener& listener);

  /** Sends CONNECT with a clean session; the answer comes through `onConnack`. */
  bool connect(const Will& will, Millis now);
  bool subscribe(const char* const* filters, size_t count);
  /** Publishes with QoS 1. A message too large for the buffer is not sent. */
  bool publish(const char* topic, const char* payload, bool retain);
  /** Sends DISCONNECT and closes the stream. */
  void disconnect();
  /** Closes the stream. */
  void close();
  /** Handles what has arrived, pings, and closes a silent connection. Returns whether the stream is open. */
  bool loop(Millis now);

  bool isOpen() const { return open_; }
  /** Packets that the broker has not acknowledged: CONNECT, SUBSCRIBE, PUBLISH. */
  uint32_t outstanding() const { return outstanding_; }
  /** Whether the broker owes an answer of any kind. */
  bool isWaiting() const { return outstanding_ > 0 || pinging_; }
  /** Publishes that the broker has acknowledged since CONNECT. */
  uint32_t acknowledged() const { return acknowledged_; }

 private:
  /** A level 2 temple receives packets of up to 1152 bytes (T-4). It sends at most 512. */
  static constexpr size_t kInSize = 1152;
  static constexpr size_t kOutSize = 512;
  /** s, in CONNECT. */
  static constexpr uint16_t kKeepAlive = 20;
  /** ms after which a missing answer closes the connection. */
  static constexpr Millis kAnswerTimeout = 10000;

  enum class Reading : uint8_t { type, length, body };

  void start(uint8_t type);
  void put(uint8_t byte);
  void putNumber(uint16_t number);
  void putText(const char* text);
  bool send();
  void receiveByte(uint8_t byte);
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
  Millis sentAt_ = 0;
  Millis receivedAt_ = 0;
  bool pinging_ = false;
  uint8_t out_[kOutSize];
  size_t outLength_ = 0;
  bool outFits_ = true;
  uint8_t in_[kInSize + 1];
  size_t inLength_ = 0;
  Reading reading_ = Reading::type;
  uint8_t type_ = 0;
  uint32_t remaining_ = 0;
  uint8_t shift_ = 0;
  bool fits_ = true;
};

}  // namespace templo
