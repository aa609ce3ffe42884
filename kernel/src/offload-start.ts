import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

const fromSource = import.meta.url.endsWith('.ts')

/** In a checkout that runs from its sources, `./seal.js` is written as `./seal.ts`. */
export function sourceOf(module: URL): URL {
  if (!fromSource || existsSync(fileURLToPath(module))) return module
  const typescript = new URL(module.href.replace(/\.js$/, '.ts'))
  return existsSync(fileURLToPath(typescript)) ? typescript : module
}

/** A thread does not inherit the loader of the main thread, so the one for TypeScript is registered in it first. */
const bootstrap = `
  const { workerData } = require('node:worker_threads')
  import(workerData.loader).then(({ register }) => {
    register()
    return import(workerData.entry)
  })
`

export interface WorkerSettings {
  /** the database file */
  readonly file: string
  /** every known plugin id: names of tables are told apart by them */
  readonly plugins: readonly string[]
}

export function startWorker(settings: WorkerSettings): Worker {
  const entry = sourceOf(new URL('./offload-worker.js', import.meta.url))
  if (!fromSource) return new Worker(entry, { workerData: settings })
  const tsx = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  return new Worker(bootstrap, {
    eval: true,
    execArgv: ['--conditions=svc-source'],
    workerData: { ...settings, entry: entry.href, loader: pathToFileURL(tsx).href },
  })
}
