#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'

// A monitor should not be noticed: small code before fast code, and a young generation that stays at its first size.
// The heap limits proper (--max-old-space-size) cannot be set this late; the README shows them for a service unit.
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--semi-space-growth-factor=1')

// One file takes less memory than five hundred; without it the compiled modules do.
const bundle = new URL('../dist/bundle/svc-agent.js', import.meta.url)
const program = existsSync(bundle) ? bundle : new URL('../dist/main.js', import.meta.url)
const { main } = await import(program.href)
await main(process.argv.slice(2))
