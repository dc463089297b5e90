#include "mqtt.hpp"

#include <esp_crt_bundle.h>
#include <esp_log.h>

#include <cstring>
#include <new>

#include "trust.hpp"

using templo::Refusal;

namespace {

constexpr char kTag[] = "mqtt";
constexpr int kQos = 1;
constexpr UBaseType_t kEvents = 16;
/** ms after which a connection attempt or a write that gets no answer has failed. */
constexpr int kTimeout = 10000;

/** Returns why an attempt failed. */
Refusal refusalOf(const esp_mqtt_error_codes_t& error) {
  if (error.error_type == MQTT_ERROR_TYPE_TCP_TRANSPORT) {
    return error.esp_tls_cert_verify_flags != 0 ? Refusal::untrusted : Refusal::unreachable;
  }
  if (error.error_type != MQTT_ERROR_TYPE_CONNECTION_REFUSED) return Refusal::other;
  bool isLogin = error.connect_return_code == MQTT_CONNECTION_REFUSE_BAD_USERNAME ||
                 error.connect_return_code == MQTT_CONNECTION_REFUSE_NOT_AUTHORIZED;
  return isLogin ? Refusal::login : Refusal::other;
}

}  // namespace

EspBroker::EspBroker(const templo::Setup& setup) : setup_(setup), events_(xQueueCreate(kEvents, sizeof(Event))) {}

void EspBroker::connect(const templo::Login& login, const templo::Will& will) {
  close();
  ESP_LOGI(kTag, "connecting to %s:%u%s", setup_.host.c_str(), static_cast<unsigned>(setup_.brokerPort()),
           setup_.isSecure() ? " with TLS" : "");
  esp_mqtt_client_config_t config = {};
  config.broker.address.hostname = setup_.host.c_str();
  config.broker.address.port = setup_.brokerPort();
  config.broker.address.transport = setup_.isSecure() ? MQTT_TRANSPORT_OVER_SSL : MQTT_TRANSPORT_OVER_TCP;
  if (!setup_.ca.empty()) config.broker.verification.certificate = setup_.ca.c_str();
  else if (setup_.isSecure()) config.broker.verification.crt_bundle_attach = setup_.trustsPublicCas() ? esp_crt_bundle_attach : trust::attach;
  config.credentials.client_id = login.id;
  config.credentials.username = login.id;
  config.credentials.authentication.password = login.secret;
  config.session.last_will.topic = will.topic;
  config.session.last_will.msg = will.payload;
  config.session.last_will.qos = kQos;
  config.session.last_will.retain = 1;
  config.session.keepalive = templo::kKeepAlive;
  config.session.protocol_ver = MQTT_PROTOCOL_V_3_1_1;
  config.network.disable_auto_reconnect = true;
  config.network.timeout_ms = kTimeout;
  config.buffer.size = templo::kMostPacket;
  client_ = esp_mqtt_client_init(&config);
  bool isStarted = client_ != nullptr &&
                   esp_mqtt_client_register_event(client_, MQTT_EVENT_ANY, receive, this) == ESP_OK &&
                   esp_mqtt_client_start(client_) == ESP_OK;
  if (!isStarted) note({Kind::ended, Refusal::other, nullptr});
}

bool EspBroker::subscribe(const char* const* filters, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (esp_mqtt_client_subscribe_single(client_, filters[i], kQos) < 0) return false;
  }
  return true;
}

bool EspBroker::publish(const char* topic, const char* payload, bool retain) {
  return connected_ && esp_mqtt_client_publish(client_, topic, payload, 0, kQos, retain ? 1 : 0) >= 0;
}

void EspBroker::disconnect() {
  if (connected_) esp_mqtt_client_disconnect(client_);
  close();
}

void EspBroker::poll(templo::BrokerListener& listener) {
  Event event;
  while (xQueueReceive(events_, &event, 0) == pdTRUE) {
    switch (event.kind) {
      case Kind::connected:
        ESP_LOGI(kTag, "connected");
        connected_ = true;
        listener.onConnected();
        break;
      case Kind::message:
        listener.onMessage(event.message->topic, event.message->payload, event.message->length,
                           event.message->retained);
        delete event.message;
        break;
      case Kind::acknowledged:
        listener.onAcknowledged();
        break;
      case Kind::ended:
        ESP_LOGW(kTag, "disconnected");
        if (connected_) listener.onClosed();
        else listener.onRefused(event.refusal);
        connected_ = false;
        break;
    }
  }
}

/** Runs on esp-mqtt's task. */
void EspBroker::receive(void* self, esp_event_base_t, int32_t id, void* data) {
  EspBroker& broker = *static_cast<EspBroker*>(self);
  const esp_mqtt_event_t& event = *static_cast<esp_mqtt_event_t*>(data);
  switch (static_cast<esp_mqtt_event_id_t>(id)) {
    case MQTT_EVENT_CONNECTED:
      return broker.note({Kind::connected, Refusal::other, nullptr});
    case MQTT_EVENT_DATA:
      return broker.noteMessage(event);
    case MQTT_EVENT_PUBLISHED:
      return broker.note({Kind::acknowledged, Refusal::other, nullptr});
    case MQTT_EVENT_ERROR:
      ESP_LOGW(kTag, "error type %d, CONNACK %d, TLS 0x%x, certificate flags 0x%x",
               static_cast<int>(event.error_handle->error_type),
               static_cast<int>(event.error_handle->connect_return_code),
               static_cast<unsigned>(event.error_handle->esp_tls_last_esp_err),
               static_cast<unsigned>(event.error_handle->esp_tls_cert_verify_flags));
      broker.refusal_ = refusalOf(*event.error_handle);
      return;
    case MQTT_EVENT_DISCONNECTED:
      broker.note({Kind::ended, broker.refusal_, nullptr});
      broker.refusal_ = Refusal::unreachable;
      return;
    default:
      return;
  }
}

/** Waits for room: the temple's task empties the queue many times a second. */
void EspBroker::note(const Event& event) {
  if (xQueueSend(events_, &event, pdMS_TO_TICKS(1000)) != pdTRUE) delete event.message;
}

/** Leaves out a message that comes in pieces: it is longer than any of the protocol's (T-4). */
void EspBroker::noteMessage(const esp_mqtt_event_t& event) {
  auto topicLength = static_cast<size_t>(event.topic_len);
  auto length = static_cast<size_t>(event.data_len);
  if (event.data_len != event.total_data_len || length > sizeof Message::payload) return;
  if (event.topic == nullptr || topicLength >= sizeof Message::topic) return;
  auto* message = new (std::nothrow) Message;
  if (message == nullptr) return;
  memcpy(message->topic, event.topic, topicLength);
  message->topic[topicLength] = '\0';
  memcpy(message->payload, event.data, length);
  message->length = length;
  message->retained = event.retain;
  note({Kind::message, Refusal::other, message});
}

void EspBroker::close() {
  if (client_ != nullptr) esp_mqtt_client_destroy(client_);
  client_ = nullptr;
  connected_ = false;
  refusal_ = Refusal::unreachable;
  Event event;
  while (xQueueReceive(events_, &event, 0) == pdTRUE) delete event.message;
}
