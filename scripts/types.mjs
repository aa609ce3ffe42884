import { checkTypes } from './setup/compile.mjs'

process.exitCode = (await checkTypes()) ? 0 : 1
