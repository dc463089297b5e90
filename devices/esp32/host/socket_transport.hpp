// The connection to the broker on the host: a TCP socket that can be cut, kept down, and made to spoil messages.
#pragma once

#include <string>

#include "mqtt.hpp"

/** Replaces a text in what is written by another of the same length, to imitate a faulty firmware in tests. */
struct Spoil {
  std::string from;
  std::string to;
};

class SocketTransport : public templo::Transport {
 public:
  SocketTransport(std::string host, std::string port, Spoil spoil);
  ~SocketTransport() override;

  bool open() override;
  int read(uint8_t* out, size_t size) override;
  bool write(const uint8_t* bytes, size_t size) override;
  void close() override;

  /** Without a link the socket is closed without DISCONNECT, and `open` fails. */
  void setLink(bool up);
  int fd() const { return fd_; }

 private:
  const std::string host_;
  const std::string port_;
  const Spoil spoil_;
  bool up_ = true;
  int fd_ = -1;
};
