#pragma once
#include <sys/types.h>
#include <cstddef>
#include <cstdint>
#include "esp_err.h"
typedef void* httpd_handle_t;
typedef struct {
  size_t stack_size;
  bool lru_purge_enable;
} httpd_config_t;
#define HTTPD_DEFAULT_CONFIG() {4096, false}
typedef enum { HTTP_GET = 1, HTTP_POST = 3 } httpd_method_t;
typedef enum { HTTPD_404_NOT_FOUND } httpd_err_code_t;
typedef struct {
  httpd_handle_t handle;
  int method;
  const char uri[512 + 1];
  size_t content_len;
  void* user_ctx;
} httpd_req_t;
typedef struct {
  const char* uri;
  httpd_method_t method;
  esp_err_t (*handler)(httpd_req_t* request);
  void* user_ctx;
} httpd_uri_t;
typedef esp_err_t (*httpd_err_handler_func_t)(httpd_req_t* request, httpd_err_code_t error);
extern "C" {
esp_err_t httpd_start(httpd_handle_t* handle, const httpd_config_t* config);
esp_err_t httpd_register_uri_handler(httpd_handle_t handle, const httpd_uri_t* handler);
esp_err_t httpd_register_err_handler(httpd_handle_t handle, httpd_err_code_t error, httpd_err_handler_func_t handler);
int httpd_req_recv(httpd_req_t* request, char* buffer, size_t length);
esp_err_t httpd_resp_send(httpd_req_t* request, const char* buffer, ssize_t length);
esp_err_t httpd_resp_set_status(httpd_req_t* request, const char* status);
esp_err_t httpd_resp_set_type(httpd_req_t* request, const char* type);
esp_err_t httpd_resp_set_hdr(httpd_req_t* request, const char* field, const char* value);
}
