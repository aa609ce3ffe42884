#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const bundle = new URL('../dist/bundle/', import.meta.url)
// Caches compiled code across starts, if the folder is writable.
enableCompileCache(fileURLToPath(new URL('.cache', bundle)))

// The garbage of a start would grow the young generation by 8 MB, and it never shrinks again.
setFlagsFromString('--semi-space-growth-factor=1')
await import(new URL('svc-server.js', bundle).href)
setFlagsFromString('--semi-space-growth-factor=2')
// Written now: a killed process writes nothing, and code that is not used for long is forgotten.
flushCompileCache()
