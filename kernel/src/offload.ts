import type { Worker } from 'node:worker_threads'
import { ApiError, type Logger, type OffloadOptions } from '@svc/plugin-sdk'
import type { Failed, FromWorker, ToWorker } from './offload-messages.js'
import { sourceOf, startWorker, type WorkerSettings } from './offload-start.js'

export interface Offload {
  run<I, O>(plugin: string, module: URL, input: I, options?: OffloadOptions): Promise<O>
  /** Moves what was written from the write-ahead log into the database file. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

/** How long the worker may take to come to an end by itself. */
const graceMs = 2000

const toError = ({ name, message, stack, status, code, details }: Failed): Error => {
  const error = status === undefined ? new Error(message) : new ApiError(status, '', message, { details })
  return Object.assign(error, { name, stack, ...(code === undefined ? {} : { code }) })
}

interface Options extends WorkerSettings {
  logOf(plugin: string): Logger
  /** Whether a plugin's contributions opened a table to another plugin. */
  mayName(plugin: string, table: string): boolean
}

/**
 * The maintenance worker: one thread with its own connection, for work that would hold the main thread. It starts with
 * the first task and is replaced when it crashes; the tasks it had are rejected.
 */
export function makeOffload({ file, plugins, logOf, mayName }: Options): Offload {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let worker: Worker | undefined
  let last = 0

  const start = (): Worker => {
    const started = startWorker({ file, plugins })
    const gone = (why: string) => {
      if (worker === started) worker = undefined
      for (const task of waiting.values()) task.reject(new Error(`the maintenance worker stopped: ${why}`))
      waiting.clear()
    }
    started.on('message', (message: FromWorker) => {
      if (message.kind === 'log') return logOf(message.plugin)[message.level](message.fields, message.text)
      const task = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'done') task?.resolve(message.result)
      else task?.reject(toError(message.failure))
    })
    started.on('error', (error) => gone(error.message))
    started.on('exit', (code) => gone(`exit code ${code}`))
    started.unref()
    return started
  }

  const ask = (task: (id: number) => ToWorker): Promise<unknown> => {
    worker ??= start()
    last += 1
    const id = last
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      try {
        worker?.postMessage(task(id))
      } catch (error) {
        waiting.delete(id)
        reject(error)
      }
    })
  }

  return {
    async run<I, O>(plugin: string, module: URL, input: I, { signal, tables = [] }: OffloadOptions = {}) {
      signal?.throwIfAborted()
      const foreign = tables.find((table) => !mayName(plugin, table))
      if (foreign) throw new Error(`${plugin} may not name ${foreign}: its owner contributed nothing to ${plugin}`)
      let abort = () => {}
      try {
        return (await ask((id) => {
          abort = () => worker?.postMessage({ kind: 'abort', id } satisfies ToWorker)
          signal?.addEventListener('abort', abort, { once: true })
          return { kind: 'run', id, plugin, module: sourceOf(module).href, input, tables: [...tables] }
        })) as O
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    async checkpoint() {
      await ask((id) => ({ kind: 'checkpoint', id }))
    },
    async close() {
      const closing = worker
      if (!closing) return
      const ended = new Promise<void>((resolve) => closing.once('exit', () => resolve()))
      closing.postMessage({ kind: 'close' } satisfies ToWorker)
      const cut = setTimeout(() => void closing.terminate(), graceMs)
      await ended
      clearTimeout(cut)
    },
  }
}
