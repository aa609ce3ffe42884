import { statSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { ApiError, type Logger, type OffloadOptions } from '@svc/plugin-sdk'
import { reasonOf } from './boot-error.ts'
import type { Failed, FromWorker, ToWorker } from './offload-messages.ts'
import { sourceOf, startWorker, type WorkerSettings } from './offload-start.ts'

export interface Offload {
  run<I, O>(plugin: string, module: URL, input: I, options?: OffloadOptions): Promise<O>
  /** Moves what was written from the write-ahead log into the database file, when that is worth it. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

/** Bytes of the write-ahead log that are worth a move. */
const worthIt = 4 * 1024 * 1024

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

/** A started worker with the tasks it has. */
interface Crew {
  readonly worker: Worker
  readonly waiting: Map<number, { resolve(value: unknown): void; reject(error: Error): void }>
}

/**
 * The maintenance worker: one thread with its own connection, for work that would hold the main thread. It starts with
 * the first task and is replaced when it crashes; the tasks it had are rejected.
 */
export function makeOffload({ file, plugins, logOf, mayName }: Options): Offload {
  let crew: Crew | undefined
  let last = 0

  const start = (): Crew => {
    const started: Crew = { worker: startWorker({ file, plugins }), waiting: new Map() }
    const { worker, waiting } = started
    const gone = (why: string) => {
      if (crew === started) crew = undefined
      for (const task of waiting.values()) task.reject(new Error(`the maintenance worker stopped: ${why}`))
      waiting.clear()
    }
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'log') return logOf(message.plugin)[message.level](message.fields, message.text)
      const task = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'done') task?.resolve(message.result)
      else task?.reject(toError(message.failure))
    })
    worker.on('error', (error) => gone(reasonOf(error)))
    worker.on('exit', (code) => gone(`exit code ${code}`))
    worker.unref()
    return started
  }

  const ask = (task: (id: number) => ToWorker, signal?: AbortSignal): Promise<unknown> => {
    crew ??= start()
    const { worker, waiting } = crew
    last += 1
    const id = last
    const abort = () => worker.postMessage({ kind: 'abort', id } satisfies ToWorker)
    return new Promise((resolve, reject) => {
      worker.postMessage(task(id))
      waiting.set(id, { resolve, reject })
      signal?.addEventListener('abort', abort)
    }).finally(() => signal?.removeEventListener('abort', abort))
  }

  return {
    async run<I, O>(plugin: string, module: URL, input: I, { signal, tables = [] }: OffloadOptions = {}) {
      signal?.throwIfAborted()
      const foreign = tables.find((table) => !mayName(plugin, table))
      if (foreign) throw new Error(`${plugin} may not name ${foreign}: its owner contributed nothing to ${plugin}`)
      const { href } = sourceOf(module)
      return (await ask((id) => ({ kind: 'run', id, plugin, module: href, input, tables: [...tables] }), signal)) as O
    },
    async checkpoint() {
      const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
      if (size > worthIt) await ask((id) => ({ kind: 'checkpoint', id }))
    },
    async close() {
      if (!crew) return
      const { worker } = crew
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage({ kind: 'close' } satisfies ToWorker)
      const cut = setTimeout(() => void worker.terminate(), graceMs)
      await ended
      clearTimeout(cut)
    },
  }
}
