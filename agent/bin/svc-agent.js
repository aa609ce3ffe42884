#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// A monitor should not be noticed: small code before fast code, and a young generation that stays at its first size.
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--semi-space-growth-factor=1')

const bundle = new URL('../dist/bundle/', import.meta.url)
// Compiled code of earlier starts. Where the folder cannot be written, every start compiles again.
enableCompileCache(fileURLToPath(new URL('.cache', bundle)))
const { main } = await import(new URL('svc-agent.js', bundle).href)
await main(process.argv.slice(2))
// A killed process would write nothing, and code that is not used for long is forgotten.
flushCompileCache()
