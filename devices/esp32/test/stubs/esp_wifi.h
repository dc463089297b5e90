#pragma once
#include <cstdint>
#include "esp_event.h"
typedef enum { WIFI_MODE_NULL, WIFI_MODE_STA, WIFI_MODE_AP, WIFI_MODE_APSTA } wifi_mode_t;
typedef enum { WIFI_IF_STA, WIFI_IF_AP } wifi_interface_t;
typedef enum { WIFI_STORAGE_FLASH, WIFI_STORAGE_RAM } wifi_storage_t;
typedef enum { WIFI_PS_NONE } wifi_ps_type_t;
typedef enum { WIFI_AUTH_OPEN, WIFI_AUTH_WEP, WIFI_AUTH_WPA_PSK, WIFI_AUTH_WPA2_PSK } wifi_auth_mode_t;
typedef enum { WIFI_EVENT_STA_DISCONNECTED = 5 } wifi_event_t;
typedef enum {
  WIFI_REASON_4WAY_HANDSHAKE_TIMEOUT = 15,
  WIFI_REASON_AUTH_FAIL = 202,
  WIFI_REASON_HANDSHAKE_TIMEOUT = 204
} wifi_err_reason_t;
typedef struct {
  int8_t rssi;
  wifi_auth_mode_t authmode;
} wifi_scan_threshold_t;
typedef struct {
  uint8_t ssid[32];
  uint8_t password[64];
  uint8_t ssid_len;
  uint8_t channel;
  wifi_auth_mode_t authmode;
  uint8_t ssid_hidden;
  uint8_t max_connection;
} wifi_ap_config_t;
typedef struct {
  uint8_t ssid[32];
  uint8_t password[64];
  wifi_scan_threshold_t threshold;
} wifi_sta_config_t;
typedef union {
  wifi_ap_config_t ap;
  wifi_sta_config_t sta;
} wifi_config_t;
typedef struct {
  uint8_t ssid[32];
  uint8_t ssid_len;
  uint8_t bssid[6];
  uint8_t reason;
  int8_t rssi;
} wifi_event_sta_disconnected_t;
typedef struct {
  uint8_t bssid[6];
  uint8_t ssid[33];
  int8_t rssi;
  wifi_auth_mode_t authmode;
} wifi_ap_record_t;
typedef struct wifi_scan_config wifi_scan_config_t;
typedef struct {
  int magic;
} wifi_init_config_t;
#define WIFI_INIT_CONFIG_DEFAULT() {0}
extern "C" {
extern esp_event_base_t const WIFI_EVENT;
esp_err_t esp_wifi_init(const wifi_init_config_t* config);
esp_err_t esp_wifi_set_mode(wifi_mode_t mode);
esp_err_t esp_wifi_start(void);
esp_err_t esp_wifi_connect(void);
esp_err_t esp_wifi_disconnect(void);
esp_err_t esp_wifi_scan_start(const wifi_scan_config_t* config, bool block);
esp_err_t esp_wifi_scan_get_ap_records(uint16_t* number, wifi_ap_record_t* records);
esp_err_t esp_wifi_sta_get_rssi(int* rssi);
esp_err_t esp_wifi_set_ps(wifi_ps_type_t type);
esp_err_t esp_wifi_set_config(wifi_interface_t interface, wifi_config_t* config);
esp_err_t esp_wifi_set_storage(wifi_storage_t storage);
}
