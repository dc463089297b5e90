#pragma once
#include <cstddef>
#include <cstdint>
#include "esp_event.h"
typedef struct esp_mqtt_client* esp_mqtt_client_handle_t;
typedef enum {
  MQTT_EVENT_ANY = -1,
  MQTT_EVENT_ERROR = 0,
  MQTT_EVENT_CONNECTED,
  MQTT_EVENT_DISCONNECTED,
  MQTT_EVENT_SUBSCRIBED,
  MQTT_EVENT_UNSUBSCRIBED,
  MQTT_EVENT_PUBLISHED,
  MQTT_EVENT_DATA
} esp_mqtt_event_id_t;
typedef enum {
  MQTT_CONNECTION_ACCEPTED = 0,
  MQTT_CONNECTION_REFUSE_PROTOCOL,
  MQTT_CONNECTION_REFUSE_ID_REJECTED,
  MQTT_CONNECTION_REFUSE_SERVER_UNAVAILABLE,
  MQTT_CONNECTION_REFUSE_BAD_USERNAME,
  MQTT_CONNECTION_REFUSE_NOT_AUTHORIZED
} esp_mqtt_connect_return_code_t;
typedef enum {
  MQTT_ERROR_TYPE_NONE = 0,
  MQTT_ERROR_TYPE_TCP_TRANSPORT,
  MQTT_ERROR_TYPE_CONNECTION_REFUSED,
  MQTT_ERROR_TYPE_SUBSCRIBE_FAILED
} esp_mqtt_error_type_t;
typedef enum { MQTT_TRANSPORT_UNKNOWN, MQTT_TRANSPORT_OVER_TCP, MQTT_TRANSPORT_OVER_SSL } esp_mqtt_transport_t;
typedef enum { MQTT_PROTOCOL_UNDEFINED, MQTT_PROTOCOL_V_3_1, MQTT_PROTOCOL_V_3_1_1 } esp_mqtt_protocol_ver_t;
typedef struct {
  esp_err_t esp_tls_last_esp_err;
  int esp_tls_stack_err;
  int esp_tls_cert_verify_flags;
  esp_mqtt_error_type_t error_type;
  esp_mqtt_connect_return_code_t connect_return_code;
  int esp_transport_sock_errno;
} esp_mqtt_error_codes_t;
typedef struct {
  esp_mqtt_event_id_t event_id;
  char* data;
  int data_len;
  int total_data_len;
  int current_data_offset;
  char* topic;
  int topic_len;
  esp_mqtt_error_codes_t* error_handle;
  bool retain;
} esp_mqtt_event_t;
typedef struct {
  struct {
    struct {
      const char* uri;
      const char* hostname;
      esp_mqtt_transport_t transport;
      const char* path;
      uint32_t port;
    } address;
    struct {
      esp_err_t (*crt_bundle_attach)(void* conf);
      const char* certificate;
    } verification;
  } broker;
  struct {
    const char* username;
    const char* client_id;
    struct {
      const char* password;
    } authentication;
  } credentials;
  struct {
    struct {
      const char* topic;
      const char* msg;
      int msg_len;
      int qos;
      int retain;
    } last_will;
    int keepalive;
    esp_mqtt_protocol_ver_t protocol_ver;
  } session;
  struct {
    int timeout_ms;
    bool disable_auto_reconnect;
  } network;
  struct {
    int size;
  } buffer;
} esp_mqtt_client_config_t;
extern "C" {
esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t* config);
esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t client);
esp_err_t esp_mqtt_client_disconnect(esp_mqtt_client_handle_t client);
esp_err_t esp_mqtt_client_destroy(esp_mqtt_client_handle_t client);
int esp_mqtt_client_subscribe_single(esp_mqtt_client_handle_t client, const char* topic, int qos);
int esp_mqtt_client_publish(esp_mqtt_client_handle_t client, const char* topic, const char* data, int length, int qos,
                            int retain);
esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t client, esp_mqtt_event_id_t event,
                                         esp_event_handler_t handler, void* arg);
}
