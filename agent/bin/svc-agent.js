#!/usr/bin/env node
import { openBundle } from '../dist/bundle/run-bundle.mjs'

// An `import` would evaluate all exports of the module.
const { setFlagsFromString } = process.getBuiltinModule('node:v8')

// A monitor should not be noticed: small code before fast code, and a young generation that stays at its first size.
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--semi-space-growth-factor=1')

const bundle = openBundle()
await bundle.load('./svc-agent.js').main(process.argv.slice(2), () => {
  // After the first reports, or before, if it ends.
  setTimeout(bundle.keepCode, 10_000).unref()
  process.once('exit', bundle.keepCode)
})
