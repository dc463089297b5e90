#include "mqtt.hpp"

#include <cstring>

namespace templo {

namespace {

// Control packets (MQTT 3.1.1, 2.2.1), with the flags that each requires in the low bits.
constexpr uint8_t kConnect = 0x10;
constexpr uint8_t kConnack = 0x20;
constexpr uint8_t kPublish = 0x30;
constexpr uint8_t kPuback = 0x40;
constexpr uint8_t kSubscribe = 0x82;
constexpr uint8_t kSuback = 0x90;
constexpr uint8_t kPingreq = 0xc0;
constexpr uint8_t kDisconnect = 0xe0;

constexpr uint8_t kQos1 = 0x02;
constexpr uint8_t kRetain = 0x01;
// Connect flags, 3.1.2.3: user name, password, will retained, will QoS 1, will, clean session.
constexpr uint8_t kFlags = 0x80 | 0x40 | 0x20 | 0x08 | 0x04 | 0x02;

}  // namespace

MqttClient::MqttClient(Transport& transport, const char* id, const char* secret, MqttListener& listener)
    : transport_(transport), id_(id), secret_(secret), listener_(listener) {}

bool MqttClient::connect(const Will& will, Millis now) {
  if (!transport_.open()) return false;
  open_ = true;
  outstanding_ = 1;
  acknowledged_ = 0;
  pinging_ = false;
  sentAt_ = receivedAt_ = now;
  reading_ = Reading::type;
  start(kConnect);
  putText("MQTT");
  put(4);
  put(kFlags);
  putNumber(kKeepAlive);
  putText(id_);
  putText(will.topic);
  putText(will.payload);
  putText(id_);
  putText(secret_);
  return send();
}

bool MqttClient::subscribe(const char* const* filters, size_t count) {
  start(kSubscribe);
  putNumber(++packetId_);
  for (size_t i = 0; i < count; ++i) {
    putText(filters[i]);
    put(1);
  }
  outstanding_ += 1;
  return send();
}

bool MqttClient::publish(const char* topic, const char* payload, bool retain) {
  if (!open_) return false;
  if (++packetId_ == 0) packetId_ = 1;
  start(kPublish | kQos1 | (retain ? kRetain : 0));
  putText(topic);
  putNumber(packetId_);
  for (; *payload != '\0'; ++payload) put(static_cast<uint8_t>(*payload));
  outstanding_ += 1;
  return send();
}

void MqttClient::disconnect() {
  if (!open_) return;
  start(kDisconnect);
  send();
  close();
}

void MqttClient::close() {
  if (open_) transport_.close();
  open_ = false;
}

bool MqttClient::loop(Millis now) {
  uint8_t bytes[128];
  while (open_) {
    int length = transport_.read(bytes, sizeof bytes);
    if (length < 0) close();
    if (length <= 0) break;
    receivedAt_ = now;
    pinging_ = false;
    for (int i = 0; i < length && open_; ++i) receiveByte(bytes[i]);
  }
  if (!open_) return false;
  if (isWaiting() && now - receivedAt_ > kKeepAlive * 1000 / 2 + kAnswerTimeout) close();
  else if (!pinging_ && now - (sentAt_ < receivedAt_ ? sentAt_ : receivedAt_) >= kKeepAlive * 1000 / 2) {
    pinging_ = true;
    sentAt_ = now;
    start(kPingreq);
    send();
  }
  return open_;
}

/** Starts a packet; leaves room for its length before the body. */
void MqttClient::start(uint8_t type) {
  out_[0] = type;
  outLength_ = 3;
  outFits_ = true;
}

void MqttClient::put(uint8_t byte) {
  if (outLength_ < kOutSize) out_[outLength_++] = byte;
  else outFits_ = false;
}

void MqttClient::putNumber(uint16_t number) {
  put(static_cast<uint8_t>(number >> 8));
  put(static_cast<uint8_t>(number & 0xff));
}

void MqttClient::putText(const char* text) {
  size_t length = strlen(text);
  putNumber(static_cast<uint16_t>(length));
  for (size_t i = 0; i < length; ++i) put(static_cast<uint8_t>(text[i]));
}

/** Sends the packet. Its remaining length (2.2.3) is one byte below 128, else two, since the buffer is no larger. */
bool MqttClient::send() {
  size_t body = outLength_ - 3;
  if (!open_ || !outFits_) return false;
  uint8_t* from = out_;
  if (body < 128) {
    out_[1] = out_[0];
    out_[2] = static_cast<uint8_t>(body);
    from = out_ + 1;
  } else {
    out_[1] = static_cast<uint8_t>(0x80 | (body & 0x7f));
    out_[2] = static_cast<uint8_t>(body >> 7);
  }
  if (transport_.write(from, static_cast<size_t>(out_ + outLength_ - from))) return true;
  close();
  return false;
}

/** Handles one byte from the broker. A packet too large for the buffer is skipped, except for its beginning. */
void MqttClient::receiveByte(uint8_t byte) {
  switch (reading_) {
    case Reading::type:
      type_ = byte;
      remaining_ = 0;
      shift_ = 0;
      inLength_ = 0;
      fits_ = true;
      reading_ = Reading::length;
      return;
    case Reading::length:
      remaining_ |= static_cast<uint32_t>(byte & 0x7f) << shift_;
      shift_ += 7;
      if ((byte & 0x80) != 0) {
        if (shift_ > 21) close();
        return;
      }
      reading_ = remaining_ == 0 ? Reading::type : Reading::body;
      if (remaining_ == 0) handle();
      return;
    case Reading::body:
      if (inLength_ < kInSize) in_[inLength_++] = byte;
      else fits_ = false;
      if (--remaining_ > 0) return;
      reading_ = Reading::type;
      handle();
  }
}

void MqttClient::handle() {
  switch (type_ & 0xf0) {
    case kConnack:
      if (inLength_ < 2) return close();
      outstanding_ -= 1;
      return listener_.onConnack(in_[1]);
    case kPuback:
      acknowledged_ += 1;
      if (outstanding_ > 0) outstanding_ -= 1;
      return;
    case kSuback & 0xf0:
      if (outstanding_ > 0) outstanding_ -= 1;
      return;
    case kPublish:
      return handlePublish();
    default:
      return;
  }
}

void MqttClient::handlePublish() {
  bool acknowledged = (type_ & 0x06) == kQos1;
  size_t topicLength = inLength_ < 2 ? 0 : static_cast<size_t>(in_[0] << 8 | in_[1]);
  size_t payloadAt = 2 + topicLength + (acknowledged ? 2 : 0);
  if (payloadAt > inLength_) return close();
  if (acknowledged) {
    const uint8_t* id = in_ + 2 + topicLength;
    start(kPuback);
    put(id[0]);
    put(id[1]);
    if (!send()) return;
  }
  if (!fits_) return;
  char topic[80];
  if (topicLength >= sizeof topic) return;
  memcpy(topic, in_ + 2, topicLength);
  topic[topicLength] = '\0';
  in_[inLength_] = '\0';
  listener_.onMessage(topic, reinterpret_cast<const char*>(in_) + payloadAt, inLength_ - payloadAt,
                      (type_ & kRetain) != 0);
}

}  // namespace templo
