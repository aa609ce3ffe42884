import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Database, Logger, Offloaded } from '@svc/plugin-sdk'
import { copyDatabase } from './copy-database.ts'
import { busyTimeoutMs, connect } from './database.ts'
import { emptyTables } from './empty-tables.ts'
import { fence } from './fence.ts'
import { inspectDatabase } from './inspect-database.ts'
import type { FromWorker, SerializedError, ToWorker } from './offload-messages.ts'
import { makeOwnership } from './ownership.ts'
import { makeTransactions } from './transactions.ts'

/** The other side of `offload.ts`: runs modules of plugins with a fenced handle on its own connection. */
const port = parentPort as MessagePort
const { file, plugins } = workerData as { file: string; plugins: string[] }
const raw = connect(file)
raw.pragma('wal_autocheckpoint = 2000') // after 8 MB of its own writes, long before the main thread would
const transactions = makeTransactions(raw)
const ownerOf = makeOwnership(plugins)
const running = new Map<number, AbortController>()

const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const

const post = (message: FromWorker) => port.postMessage(message)

const serializeError = (error: unknown): SerializedError => {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack, status, code, text, fields, details, headers } = error as SerializedError
  return { name, message, stack, status, code, text, fields, details, headers }
}

function loggerOf(plugin: string): Logger {
  const write = (level: keyof Logger) => (first: object | string, second?: string) => {
    const [fields, text] = typeof first === 'string' ? [{}, first] : [first, second ?? '']
    try {
      post({ kind: 'log', plugin, level, fields, text })
    } catch {
      // A field that cannot be cloned must not fail the task.
      post({ kind: 'log', plugin, level, fields: {}, text })
    }
  }
  return Object.fromEntries(levels.map((level) => [level, write(level)])) as Record<keyof Logger, Logger['info']>
}

/** Fenced handles by plugin and tables. */
const handles = new Map<string, Database>()

function handleOf(plugin: string, tables: readonly string[]): Database {
  const lent = tables.map((table) => table.toLowerCase())
  const key = [plugin, ...lent].join(' ')
  const handle = handles.get(key) ?? fence(raw, { plugin, ownerOf, transactions, log: loggerOf(plugin), lent })
  handles.set(key, handle)
  return handle
}

const ownBufferOf = (value: unknown): ArrayBuffer[] =>
  value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
    ? [value.buffer]
    : []

/** Bytes that own their whole buffer, also as a member of the result, are transferred; everything else is copied. */
function transferListOf(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return []
  return result instanceof Uint8Array ? ownBufferOf(result) : [...new Set(Object.values(result).flatMap(ownBufferOf))]
}

async function run(id: number, work: (signal: AbortSignal) => unknown): Promise<void> {
  const abort = new AbortController()
  running.set(id, abort)
  try {
    const result = await work(abort.signal)
    port.postMessage({ kind: 'done', id, result } satisfies FromWorker, transferListOf(result))
  } catch (error) {
    post({ kind: 'failed', id, failure: serializeError(error) })
  } finally {
    running.delete(id)
  }
}

async function runModule({ plugin, module, input, tables }: Extract<ToWorker, { kind: 'run' }>, signal: AbortSignal) {
  const { default: task } = (await import(module)) as { default: Offloaded<unknown, unknown> }
  return task({ db: handleOf(plugin, tables), log: loggerOf(plugin), signal }, input)
}

/** Writers may wait until so many pages are copied. */
const pagesPerWait = 100

/**
 * Copies the write-ahead log, and lets the next writer start at its beginning: it never becomes shorter, because writers
 * would wait for that as well. What they write meanwhile is copied beforehand, in ever shorter turns.
 */
function checkpoint(): void {
  let known = 0
  for (let turn = 0; turn < 5; turn++) {
    const [copied] = raw.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
    if (!copied || copied.checkpointed < copied.log) return
    if (copied.log - known <= pagesPerWait) break
    known = copied.log
  }
  // never waits for a reader, because writers would wait as well
  raw.pragma('busy_timeout = 0')
  raw.pragma('wal_checkpoint(RESTART)')
  raw.pragma(`busy_timeout = ${busyTimeoutMs}`)
}

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'run':
      return void run(message.id, (signal) => runModule(message, signal))
    case 'copy':
      return void run(message.id, (signal) => copyDatabase(file, message.to, signal))
    case 'empty':
      return void run(message.id, (signal) => emptyTables(file, message.tables, signal))
    case 'inspect':
      return void run(message.id, () => inspectDatabase(message.path))
    case 'abort':
      return running.get(message.id)?.abort()
    case 'checkpoint':
      checkpoint()
      return post({ kind: 'done', id: message.id, result: undefined })
    case 'close':
      for (const abort of running.values()) abort.abort()
      raw.close()
      return port.close()
  }
})
