import { node } from './setup/child.mjs'
import { buildAll } from './setup/compile.mjs'

process.exitCode = (await buildAll())
  ? await node(['--conditions=svc-source', 'e2e/bench/main.ts', ...process.argv.slice(2)])
  : 1
