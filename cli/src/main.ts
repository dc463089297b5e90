#!/usr/bin/env -S node --conditions=development
