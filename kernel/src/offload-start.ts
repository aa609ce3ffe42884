import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

const fromSource = import.meta.url.endsWith('.ts')

/** In a checkout that runs from its sources, `./seal.js` is written as `./seal.ts`. */
export function sourceOf(module: URL): URL {
  if (!fromSource || existsSync(fileURLToPath(module))) return module
  const typescript = new URL(module.href.replace(/\.js$/, '.ts'))
  return existsSync(fileURLToPath(typescript)) ? typescript : module
}

export interface WorkerSettings {
  /** the database file */
  readonly file: string
  /** every known plugin id: names of tables are told apart by them */
  readonly plugins: readonly string[]
}

export function startWorker(settings: WorkerSettings): Worker {
  const entry = sourceOf(new URL('./offload-worker.js', import.meta.url))
  const execArgv = fromSource ? ['--conditions=svc-source'] : []
  return new Worker(entry, { execArgv, workerData: settings })
}
