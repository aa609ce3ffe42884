import './setup/node-version.mjs'
import { buildAll } from './setup/compile.mjs'
import { install } from './setup/install.mjs'

process.exitCode = (await install()) && (await buildAll()) ? 0 : 1
