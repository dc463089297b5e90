#pragma once
#include "FreeRTOS.h"
typedef struct QueueDefinition* QueueHandle_t;
extern "C" {
QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size);
BaseType_t xQueueSend(QueueHandle_t queue, const void* item, TickType_t ticks);
BaseType_t xQueueOverwrite(QueueHandle_t queue, const void* item);
BaseType_t xQueueReceive(QueueHandle_t queue, void* item, TickType_t ticks);
BaseType_t xQueueSendFromISR(QueueHandle_t queue, const void* item, BaseType_t* woken);
}
