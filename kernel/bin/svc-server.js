#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const bundle = new URL('../dist/bundle/', import.meta.url)
// Compiled code of earlier starts. Where the folder cannot be written, every start compiles anew.
enableCompileCache(fileURLToPath(new URL('.cache', bundle)))
await import(new URL('svc-server.js', bundle).href)
