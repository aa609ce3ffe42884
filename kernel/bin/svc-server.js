#!/usr/bin/env node
import { existsSync } from 'node:fs'

// A few files start in half the time of a thousand; without the bundle the compiled modules do the same.
const bundle = new URL('../dist/bundle/svc-server.js', import.meta.url)
await import((existsSync(bundle) ? bundle : new URL('../dist/main.js', import.meta.url)).href)
