// The connection to the broker on the host, by libmosquitto. It can be cut, kept down, and made to spoil messages.
#pragma once

#include <deque>
#include <string>

#include "broker.hpp"

struct mosquitto;

/** Replaces a text in what is published by another of the same length, to imitate a faulty firmware in tests. */
struct Spoil {
  std::string from;
  std::string to;
};

class MosquittoBroker : public templo::Broker {
 public:
  MosquittoBroker(std::string host, int port, Spoil spoil);
  ~MosquittoBroker() override;
  MosquittoBroker(const MosquittoBroker&) = delete;
  MosquittoBroker& operator=(const MosquittoBroker&) = delete;

  void connect(const templo::Login& login, const templo::Will& will) override;
  bool subscribe(const char* const* filters, size_t count) override;
  bool publish(const char* topic, const char* payload, bool retain) override;
  void disconnect() override;
  void poll(templo::BrokerListener& listener) override;

  /** Without a link the connection is closed without DISCONNECT, and none can be opened. */
  void setLink(bool up);
  /** Closes the connection without DISCONNECT, and reports nothing of it. */
  void cutPower();
  /** Returns the socket to wait on; -1: none. */
  int fd() const;
  /** Whether the broker owes an answer to CONNECT, SUBSCRIBE or PUBLISH. */
  bool isWaiting() const { return unanswered_ > 0; }

 private:
  struct Event {
    enum class Kind { connected, refused, message, acknowledged, closed } kind;
    templo::Refusal refusal = templo::Refusal::other;
    std::string topic = {};
    std::string payload = {};
    bool retained = false;
  };

  /** The callbacks only note what happened: they must not close their own client. */
  void listen();
  void report(templo::BrokerListener& listener);
  /** Notes that the connection ended or that none came about. */
  void end(templo::Refusal why);
  void close();
  std::string spoil(const char* payload) const;

  const std::string host_;
  const int port_;
  const Spoil spoil_;
  /** A client per connection: what one has not sent must not come in the next (N-2). */
  mosquitto* client_ = nullptr;
  bool up_ = true;
  bool connected_ = false;
  bool ended_ = true;
  int unanswered_ = 0;
  std::deque<Event> events_;
};
