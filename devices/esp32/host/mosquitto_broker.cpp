#include "mosquitto_broker.hpp"

#include <mosquitto.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cstring>

using templo::Refusal;

namespace {

constexpr int kQos = 1;
// CONNACK (MQTT 3.1.1, 3.2.2.3)
constexpr int kBadLogin = 4;
constexpr int kNotAuthorized = 5;

bool isReadable(int fd) {
  pollfd socket = {fd, POLLIN, 0};
  return fd >= 0 && ::poll(&socket, 1, 0) > 0;
}

}  // namespace

MosquittoBroker::MosquittoBroker(std::string host, int port, Spoil spoil)
    : host_(std::move(host)), port_(port), spoil_(std::move(spoil)) {
  mosquitto_lib_init();
}

MosquittoBroker::~MosquittoBroker() {
  close();
  mosquitto_lib_cleanup();
}

void MosquittoBroker::connect(const templo::Login& login, const templo::Will& will) {
  close();
  ended_ = false;
  if (!up_) return end(Refusal::unreachable);
  client_ = mosquitto_new(login.id, true, this);
  listen();
  mosquitto_int_option(client_, MOSQ_OPT_TCP_NODELAY, 1);
  mosquitto_username_pw_set(client_, login.id, login.secret);
  if (will.topic != nullptr) {
    std::string last = spoil(will.payload);
    mosquitto_will_set(client_, will.topic, static_cast<int>(last.size()), last.data(), kQos, true);
  }
  if (mosquitto_connect(client_, host_.c_str(), port_, templo::kKeepAlive) != MOSQ_ERR_SUCCESS) {
    return end(Refusal::unreachable);
  }
  unanswered_ = 1;
}

bool MosquittoBroker::subscribe(const char* const* filters, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (mosquitto_subscribe(client_, nullptr, filters[i], kQos) != MOSQ_ERR_SUCCESS) return false;
    unanswered_ += 1;
  }
  return true;
}

bool MosquittoBroker::publish(const char* topic, const char* payload, bool retain) {
  std::string text = spoil(payload);
  int length = static_cast<int>(text.size());
  if (mosquitto_publish(client_, nullptr, topic, length, text.data(), kQos, retain) != MOSQ_ERR_SUCCESS) return false;
  unanswered_ += 1;
  return true;
}

void MosquittoBroker::disconnect() {
  if (client_ != nullptr) mosquitto_disconnect(client_);
  cutPower();
}

void MosquittoBroker::poll(templo::BrokerListener& listener) {
  while (client_ != nullptr && !ended_) {
#ifdef TCP_QUICKACK
    // A broker that uses Nagle's algorithm waits for our acknowledgement before it sends more.
    int on = 1;
    setsockopt(fd(), IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
#endif
    if (mosquitto_loop(client_, 0, 1) != MOSQ_ERR_SUCCESS) end(Refusal::unreachable);
    report(listener);
    if (!isReadable(fd())) break;
  }
  report(listener);
}

void MosquittoBroker::setLink(bool up) {
  up_ = up;
  if (up) return;
  end(Refusal::unreachable);
  close();
}

void MosquittoBroker::cutPower() {
  close();
  events_.clear();
}

int MosquittoBroker::fd() const { return client_ == nullptr ? -1 : mosquitto_socket(client_); }

void MosquittoBroker::listen() {
  mosquitto_connect_callback_set(client_, [](mosquitto*, void* self, int code) {
    auto& broker = *static_cast<MosquittoBroker*>(self);
    broker.unanswered_ = 0;
    if (code != 0) return broker.end(code == kBadLogin || code == kNotAuthorized ? Refusal::login : Refusal::other);
    broker.connected_ = true;
    broker.events_.push_back({Event::Kind::connected});
  });
  mosquitto_subscribe_callback_set(client_, [](mosquitto*, void* self, int, int, const int*) {
    static_cast<MosquittoBroker*>(self)->unanswered_ -= 1;
  });
  mosquitto_publish_callback_set(client_, [](mosquitto*, void* self, int) {
    auto& broker = *static_cast<MosquittoBroker*>(self);
    broker.unanswered_ -= 1;
    broker.events_.push_back({Event::Kind::acknowledged});
  });
  mosquitto_message_callback_set(client_, [](mosquitto*, void* self, const mosquitto_message* message) {
    auto length = static_cast<size_t>(message->payloadlen);
    if (length > templo::kMostPacket) return;
    std::string payload(static_cast<const char*>(message->payload), length);
    static_cast<MosquittoBroker*>(self)->events_.push_back(
        {Event::Kind::message, Refusal::other, message->topic, std::move(payload), message->retain});
  });
}

void MosquittoBroker::report(templo::BrokerListener& listener) {
  while (!events_.empty()) {
    Event event = std::move(events_.front());
    events_.pop_front();
    switch (event.kind) {
      case Event::Kind::connected:
        listener.onConnected();
        break;
      case Event::Kind::refused:
        listener.onRefused(event.refusal);
        break;
      case Event::Kind::message:
        listener.onMessage(event.topic.c_str(), event.payload.data(), event.payload.size(), event.retained);
        break;
      case Event::Kind::acknowledged:
        listener.onAcknowledged();
        break;
      case Event::Kind::closed:
        listener.onClosed();
        break;
    }
  }
}

void MosquittoBroker::end(Refusal why) {
  if (ended_) return;
  ended_ = true;
  unanswered_ = 0;
  events_.push_back({connected_ ? Event::Kind::closed : Event::Kind::refused, why});
}

void MosquittoBroker::close() {
  if (client_ != nullptr) mosquitto_destroy(client_);
  client_ = nullptr;
  connected_ = false;
  ended_ = true;
  unanswered_ = 0;
}

std::string MosquittoBroker::spoil(const char* payload) const {
  std::string text = payload;
  size_t at = spoil_.from.empty() ? std::string::npos : text.find(spoil_.from);
  if (at != std::string::npos) text.replace(at, spoil_.to.size(), spoil_.to);
  return text;
}
