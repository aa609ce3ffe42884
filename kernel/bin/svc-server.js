#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const bundle = new URL('../dist/bundle/', import.meta.url)
// Caches compiled code across starts, if the folder is writable.
enableCompileCache(fileURLToPath(new URL('.cache', bundle)))

const setGrowth = (factor) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

// The garbage of a start would grow the young generation by 8 MB, and it never shrinks again.
setGrowth(1)
await import(new URL('svc-server.js', bundle).href)
// Later it doubles under load, but not up to the 64 MB that a flood of requests would leave behind.
setGrowth(2)
const enough = 8 * 1024 * 1024
const check = setInterval(() => {
  const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  if (space_size <= enough) return
  setGrowth(1)
  clearInterval(check)
}, 1000)
check.unref()
// Written now: a killed process writes nothing, and code that is not used for long is forgotten.
flushCompileCache()
