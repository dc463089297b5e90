#pragma once
#include <cstdint>
#include "esp_event.h"
typedef struct {
  uint32_t addr;
} esp_ip4_addr_t;
typedef struct {
  esp_ip4_addr_t ip, netmask, gw;
} esp_netif_ip_info_t;
typedef struct esp_netif_obj esp_netif_t;
typedef enum { IP_EVENT_STA_GOT_IP } ip_event_t;
typedef struct {
  esp_netif_t* esp_netif;
  esp_netif_ip_info_t ip_info;
  bool ip_changed;
} ip_event_got_ip_t;
#define IPSTR "%d.%d.%d.%d"
#define IP2STR(ip) \
  static_cast<int>((ip)->addr & 0xff), static_cast<int>((ip)->addr >> 8 & 0xff), \
      static_cast<int>((ip)->addr >> 16 & 0xff), static_cast<int>((ip)->addr >> 24 & 0xff)
extern "C" {
extern esp_event_base_t const IP_EVENT;
esp_err_t esp_netif_init(void);
}
