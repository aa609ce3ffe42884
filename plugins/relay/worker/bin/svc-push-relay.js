#!/usr/bin/env node
await import(new URL('../dist/bundle/svc-push-relay.js', import.meta.url).href)
