#include "socket_transport.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

SocketTransport::SocketTransport(std::string host, std::string port, Spoil spoil)
    : host_(std::move(host)), port_(std::move(port)), spoil_(std::move(spoil)) {}

SocketTransport::~SocketTransport() { SocketTransport::close(); }

bool SocketTransport::open() {
  close();
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (!up_ || getaddrinfo(host_.c_str(), port_.c_str(), &hints, &found) != 0) return false;
  for (const addrinfo* each = found; each != nullptr && fd_ < 0; each = each->ai_next) {
    fd_ = socket(each->ai_family, each->ai_socktype, each->ai_protocol);
    if (fd_ >= 0 && connect(fd_, each->ai_addr, each->ai_addrlen) != 0) close();
  }
  freeaddrinfo(found);
  if (fd_ < 0) return false;
  int on = 1;
  setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  fcntl(fd_, F_SETFL, O_NONBLOCK);
  return true;
}

int SocketTransport::read(uint8_t* out, size_t size) {
  if (fd_ < 0) return -1;
#ifdef TCP_QUICKACK
  // A broker that uses Nagle's algorithm waits for our acknowledgement before it sends more.
  int on = 1;
  setsockopt(fd_, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
#endif
  ssize_t length = recv(fd_, out, size, 0);
  if (length > 0) return static_cast<int>(length);
  return length < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

bool SocketTransport::write(const uint8_t* bytes, size_t size) {
  std::string text(reinterpret_cast<const char*>(bytes), size);
  size_t at = spoil_.from.empty() ? std::string::npos : text.find(spoil_.from);
  if (at != std::string::npos) text.replace(at, spoil_.to.size(), spoil_.to);
  size_t sent = 0;
  while (fd_ >= 0 && sent < text.size()) {
    ssize_t length = send(fd_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (length > 0) {
      sent += static_cast<size_t>(length);
    } else if (errno == EAGAIN) {
      pollfd writable = {fd_, POLLOUT, 0};
      poll(&writable, 1, 1000);
    } else {
      return false;
    }
  }
  return sent == text.size();
}

void SocketTransport::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

void SocketTransport::setLink(bool up) {
  up_ = up;
  if (!up) close();
}
