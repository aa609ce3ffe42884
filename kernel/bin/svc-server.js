#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const bundle = new URL('../dist/bundle/', import.meta.url)
// Compiled code of earlier starts. Where the folder cannot be written, every start compiles anew.
enableCompileCache(fileURLToPath(new URL('.cache', bundle)))

// A start makes a lot of garbage at once. The space for new objects would grow with it and never shrink again: 8 MB.
setFlagsFromString('--semi-space-growth-factor=1')
await import(new URL('svc-server.js', bundle).href)
setFlagsFromString('--semi-space-growth-factor=2')
