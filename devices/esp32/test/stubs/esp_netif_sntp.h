#pragma once
#include <cstddef>
#include "esp_netif.h"
typedef struct {
  bool smooth_sync, server_from_dhcp, wait_for_sync, start;
  size_t num_of_servers;
  const char* servers[1];
} esp_sntp_config_t;
#define ESP_NETIF_SNTP_DEFAULT_CONFIG(server) {false, false, true, true, 1, {server}}
extern "C" esp_err_t esp_netif_sntp_init(const esp_sntp_config_t* config);
