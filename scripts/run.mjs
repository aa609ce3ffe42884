import './setup/runtime.mjs'

/**
 * Runs a script of this folder: `node scripts/run.mjs test plugins/alerts`. Only this file and what it imports has to work
 * on an older Node; the script itself is loaded by the pinned one.
 */
const [name] = process.argv.splice(2, 1)
await import(`./${name}.mjs`)
