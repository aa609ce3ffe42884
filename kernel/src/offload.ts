import type { Worker } from 'node:worker_threads'
import { ApiError, type Logger, type OffloadOptions } from '@svc/plugin-sdk'
import { reasonOf } from './boot-error.ts'
import type { Inspection } from './inspect-database.ts'
import type { FromWorker, SerializedError, ToWorker } from './offload-messages.ts'
import { sourceOf, startWorker, type WorkerSettings } from './offload-start.ts'

export interface Offload {
  run<I, O>(plugin: string, module: URL, input: I, options?: OffloadOptions): Promise<O>
  /** Checkpoints the write-ahead log if there is enough in it. */
  checkpoint(): Promise<void>
  /** Writes a consistent copy of the database to a new file. */
  copy(to: string, signal?: AbortSignal): Promise<void>
  /** Deletes all rows of tables, in small transactions. */
  empty(tables: readonly string[]): Promise<void>
  /** Looks into any file. */
  inspect(path: string, signal?: AbortSignal): Promise<Inspection>
  close(): Promise<void>
}

/** Checkpoint only when more pages than this are in the write-ahead log alone: 4 MB. */
const minCheckpointPages = 1000

/** The worker is terminated when it does not end by itself within this time. */
const closeTimeoutMs = 2000

/** A worker without tasks ends after this time; it takes about 10 MB, and another one starts in 50 ms. */
const idleTimeoutMs = 60_000

const toError = ({ name, message, stack, status, code, ...rest }: SerializedError): Error => {
  if (status === undefined)
    return Object.assign(new Error(message), { name, stack, ...(code !== undefined && { code }) })
  return Object.assign(new ApiError(status, 'BAD_REQUEST'), { code, message, stack, ...rest })
}

interface Options extends WorkerSettings {
  logOf(plugin: string): Logger
  /** Throws unless the owners of these tables contributed to a point of this plugin. */
  checkLent(plugin: string, tables: readonly string[]): void
  /** How many pages are in the write-ahead log alone. */
  pagesInLog(): number
  /** a worker without tasks ends after this time, in milliseconds; default a minute */
  readonly idleMs?: number
}

interface Task {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A started worker with its pending tasks. */
interface Running {
  readonly worker: Worker
  readonly pending: Map<number, Task>
  idleTimer?: NodeJS.Timeout
}

/**
 * The maintenance worker: one thread with its own connection, for work that would block the main thread. It starts with
 * the first task, ends when it is idle, and is replaced when it crashes; its pending tasks are rejected then.
 */
export function makeOffload({ file, plugins, logOf, checkLent, pagesInLog, idleMs = idleTimeoutMs }: Options): Offload {
  let current: Running | undefined
  let ending: Promise<void> | undefined
  let lastId = 0

  const end = async ({ worker, idleTimer }: Running) => {
    clearTimeout(idleTimer)
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage({ kind: 'close' } satisfies ToWorker)
    const timer = setTimeout(() => void worker.terminate(), closeTimeoutMs)
    await exited
    clearTimeout(timer)
  }

  const start = (): Running => {
    const running: Running = { worker: startWorker({ file, plugins }), pending: new Map() }
    const { worker, pending } = running
    const fail = (reason: string) => {
      if (current === running) current = undefined
      for (const task of pending.values()) task.reject(new Error(`the maintenance worker stopped: ${reason}`))
      pending.clear()
    }
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'log') return logOf(message.plugin)[message.level](message.fields, message.text)
      const task = pending.get(message.id)
      pending.delete(message.id)
      if (message.kind === 'done') task?.resolve(message.result)
      else task?.reject(toError(message.failure))
      if (pending.size === 0) scheduleEnd(running)
    })
    worker.on('error', (error) => fail(reasonOf(error)))
    worker.on('exit', (code) => fail(`exit code ${code}`))
    worker.unref()
    return running
  }

  const scheduleEnd = (running: Running) => {
    running.worker.unref()
    clearTimeout(running.idleTimer)
    running.idleTimer = setTimeout(() => {
      if (current !== running || running.pending.size > 0) return
      current = undefined
      ending = end(running)
    }, idleMs).unref()
  }

  const request = (message: (id: number) => ToWorker, signal?: AbortSignal): Promise<unknown> => {
    current ??= start()
    const { worker, pending } = current
    lastId += 1
    const id = lastId
    const abort = () => worker.postMessage({ kind: 'abort', id } satisfies ToWorker)
    // A command waits for its task, although nothing else keeps the process running.
    worker.ref()
    return new Promise((resolve, reject) => {
      worker.postMessage(message(id))
      pending.set(id, { resolve, reject })
      signal?.addEventListener('abort', abort)
    }).finally(() => signal?.removeEventListener('abort', abort))
  }

  return {
    async copy(to, signal) {
      signal?.throwIfAborted()
      await request((id) => ({ kind: 'copy', id, to }), signal)
    },
    async empty(tables) {
      await request((id) => ({ kind: 'empty', id, tables }))
    },
    async inspect(path, signal) {
      signal?.throwIfAborted()
      return (await request((id) => ({ kind: 'inspect', id, path }), signal)) as Inspection
    },
    async run<I, O>(plugin: string, module: URL, input: I, { signal, tables = [] }: OffloadOptions = {}) {
      signal?.throwIfAborted()
      checkLent(plugin, tables)
      const { href } = sourceOf(module)
      return (await request(
        (id) => ({ kind: 'run', id, plugin, module: href, input, tables: [...tables] }),
        signal,
      )) as O
    },
    async checkpoint() {
      if (pagesInLog() > minCheckpointPages) await request((id) => ({ kind: 'checkpoint', id }))
    },
    async close() {
      await ending
      if (current) await end(current)
    },
  }
}
