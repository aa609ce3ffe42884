import { buildAll } from './setup/compile.mjs'

process.exitCode = (await buildAll()) ? 0 : 1
