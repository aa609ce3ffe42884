#!/usr/bin/env node
const { main } = await import(new URL('../dist/bundle/svc-push-relay.js', import.meta.url).href)
await main(process.argv.slice(2))
