import './setup/node-version.mjs'
import { node } from './setup/child.mjs'
import { buildAll } from './setup/compile.mjs'
import { install } from './setup/install.mjs'

const isReady = (await install()) && (await buildAll())
process.exitCode = isReady ? await node(['--import', 'tsx', 'e2e/bench/main.ts', ...process.argv.slice(2)]) : 1
