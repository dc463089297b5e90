// The connection to the broker on the board, by esp-mqtt.
#pragma once

#include <freertos/FreeRTOS.h>
#include <freertos/queue.h>
#include <mqtt_client.h>

#include "broker.hpp"
#include "setup.hpp"

class EspBroker : public templo::Broker {
 public:
  /** @param setup the caller keeps it alive */
  explicit EspBroker(const templo::Setup& setup);

  void connect(const templo::Login& login, const templo::Will& will) override;
  bool subscribe(const char* const* filters, size_t count) override;
  bool publish(const char* topic, const char* payload, bool retain) override;
  void disconnect() override;
  void poll(templo::BrokerListener& listener) override;

 private:
  enum class Kind : uint8_t { connected, message, acknowledged, ended };

  struct Message {
    char topic[80];
    char payload[templo::kMostPacket];
    size_t length;
    bool retained;
  };

  /** What esp-mqtt's task hands to the temple's. */
  struct Event {
    Kind kind;
    templo::Refusal refusal;
    Message* message;
  };

  static void receive(void* self, esp_event_base_t base, int32_t id, void* data);
  void note(const Event& event);
  void noteMessage(const esp_mqtt_event_t& event);
  /** Ends the client and forgets what it has reported. */
  void close();

  const templo::Setup& setup_;
  const QueueHandle_t events_;
  /** A client per connection: what one has not sent must not come in the next (N-2). */
  esp_mqtt_client_handle_t client_ = nullptr;
  bool connected_ = false;
  /** Why the attempt failed, as esp-mqtt says just before it reports the end. */
  templo::Refusal refusal_ = templo::Refusal::unreachable;
};
