#pragma once
extern "C" void stub_log(const char* tag, const char* format, ...) __attribute__((format(printf, 2, 3)));
#define ESP_LOGE(tag, format, ...) stub_log(tag, format __VA_OPT__(, ) __VA_ARGS__)
#define ESP_LOGW(tag, format, ...) stub_log(tag, format __VA_OPT__(, ) __VA_ARGS__)
#define ESP_LOGI(tag, format, ...) stub_log(tag, format __VA_OPT__(, ) __VA_ARGS__)
