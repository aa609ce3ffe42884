import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

const fromSource = import.meta.url.endsWith('.ts')

/** Maps `./seal.js` to `./seal.ts` in a checkout that runs from its sources. */
export function sourceOf(module: URL): URL {
  if (!fromSource || existsSync(fileURLToPath(module))) return module
  const typescript = new URL(module.href.replace(/\.js$/, '.ts'))
  return existsSync(fileURLToPath(typescript)) ? typescript : module
}

export interface WorkerSettings {
  /** the database file */
  readonly file: string
  /** ids of all installed plugins, to find the owner of a table */
  readonly plugins: readonly string[]
}

export function startWorker(settings: WorkerSettings): Worker {
  const entry = sourceOf(new URL('./offload-worker.js', import.meta.url))
  const execArgv = fromSource ? ['--conditions=svc-source'] : []
  return new Worker(entry, { execArgv, workerData: settings })
}
