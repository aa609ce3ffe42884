#!/usr/bin/env node
import { openBundle } from '../dist/bundle/run-bundle.mjs'

// An `import` would evaluate all exports of the module.
const { setFlagsFromString } = process.getBuiltinModule('node:v8')

// A monitor should not be noticed: small code before fast code, and a young generation that stays at its first size.
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--semi-space-growth-factor=1')
// One function that it optimizes maps 5 MB of its own code. Maglev is fast enough for what an agent does.
setFlagsFromString('--no-turbofan')
// What is called often during a start is hardly called again.
setFlagsFromString('--no-maglev')

const bundle = openBundle()
await bundle.load('./svc-agent.js').main(process.argv.slice(2), () => {
  const onStarted = () => {
    // The flags belong to the code, so it is written first.
    bundle.keepCode()
    setFlagsFromString('--maglev')
  }
  // After the first reports, or before, if it ends.
  setTimeout(onStarted, 10_000).unref()
  process.once('exit', bundle.keepCode)
})
