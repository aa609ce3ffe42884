import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Database, Logger, Offloaded } from '@svc/plugin-sdk'
import { connect } from './database.ts'
import { fence } from './fence.ts'
import type { Failed, FromWorker, ToWorker } from './offload-messages.ts'
import { makeOwnership } from './ownership.ts'
import { makeTransactions } from './transactions.ts'

/** The other side of `offload.ts`: runs modules of plugins with a fenced handle on its own connection. */
const port = parentPort as MessagePort
const { file, plugins } = workerData as { file: string; plugins: string[] }
const raw = connect(file)
raw.pragma('wal_autocheckpoint = 2000') // 8 MB of its own writes, long before a writer on the main thread has to
const transactions = makeTransactions(raw)
const ownerOf = makeOwnership(plugins)
const running = new Map<number, AbortController>()

const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const

const post = (message: FromWorker) => port.postMessage(message)

const failureOf = (error: unknown): Failed => {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack, status, code, details } = error as Failed
  return { name, message, stack, status, code, details } as Failed
}

function loggerOf(plugin: string): Logger {
  const write = (level: keyof Logger) => (first: object | string, second?: string) => {
    const [fields, text] = typeof first === 'string' ? [{}, first] : [first, second ?? '']
    try {
      post({ kind: 'log', plugin, level, fields, text })
    } catch {
      // a field that cannot be cloned must not fail the work
      post({ kind: 'log', plugin, level, fields: {}, text })
    }
  }
  return Object.fromEntries(levels.map((level) => [level, write(level)])) as Record<keyof Logger, Logger['info']>
}

/** Handles that were lent before, by plugin and tables: what they may name is found out once. */
const handles = new Map<string, Database>()

function handleOf(plugin: string, tables: readonly string[]): Database {
  const lent = tables.map((table) => table.toLowerCase())
  const key = [plugin, ...lent].join(' ')
  const known = handles.get(key) ?? fence(raw, { plugin, ownerOf, transactions, lent })
  handles.set(key, known)
  return known
}

/** Bytes that have their memory for themselves are handed over; everything else is copied. */
const handedOver = (result: unknown): ArrayBuffer[] =>
  result instanceof Uint8Array && result.buffer instanceof ArrayBuffer && result.byteLength === result.buffer.byteLength
    ? [result.buffer]
    : []

async function run({ id, plugin, module, input, tables }: Extract<ToWorker, { kind: 'run' }>): Promise<void> {
  const abort = new AbortController()
  running.set(id, abort)
  try {
    const { default: work } = (await import(module)) as { default: Offloaded<unknown, unknown> }
    const result = await work({ db: handleOf(plugin, tables), log: loggerOf(plugin), signal: abort.signal }, input)
    port.postMessage({ kind: 'done', id, result } satisfies FromWorker, handedOver(result))
  } catch (error) {
    post({ kind: 'failed', id, failure: failureOf(error) })
  } finally {
    running.delete(id)
  }
}

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'run':
      return void run(message)
    case 'abort':
      return running.get(message.id)?.abort()
    case 'checkpoint':
      raw.pragma('wal_checkpoint(PASSIVE)')
      return post({ kind: 'done', id: message.id, result: undefined })
    case 'close':
      raw.close()
      return port.close()
  }
})
