#!/usr/bin/env node
import { openBundle } from '../dist/bundle/run-bundle.mjs'

// An `import` would evaluate all exports of the module.
const { getHeapSpaceStatistics, setFlagsFromString } = process.getBuiltinModule('node:v8')
const { PerformanceObserver } = process.getBuiltinModule('node:perf_hooks')
const setGrowth = (factor) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)
const setOptimizing = (maglev, turbofan) => {
  setFlagsFromString(`--invocation-count-for-maglev=${maglev}`)
  setFlagsFromString(`--invocation-count-for-turbofan=${turbofan}`)
}

// What is called often during a start is hardly called again, so optimized code for it would be wasted.
setOptimizing(1_000_000, 1_000_000)
// The garbage of a start would grow the young generation by 8 MB, and it never shrinks again.
setGrowth(1)
const bundle = openBundle()
// A command calls few functions, and the flags belong to the code: so it is written here, by a server.
if (await bundle.load('./svc-server.js').started) bundle.keepCode()
setOptimizing(400, 3000)
// Later it doubles under load, but not up to the 64 MB that a flood of requests would leave behind.
setGrowth(2)
const enough = 16 * 1024 * 1024
const watcher = new PerformanceObserver(() => {
  const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  if (space_size < enough) return
  setGrowth(1)
  watcher.disconnect()
})
watcher.observe({ entryTypes: ['gc'] })
