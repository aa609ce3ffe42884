import { setTimeout as pause } from 'node:timers/promises'
import { connect, type RawDatabase } from './database.ts'

const batchSize = { initial: 200, max: 20_000 }
/** Writers on the main thread wait for these transactions. */
const targetMs = 5
const pauseMs = 5

interface Listed {
  readonly name: string
  readonly type: 'table' | 'view' | 'virtual' | 'shadow'
}

const list = (raw: RawDatabase, names: readonly string[]) =>
  (raw.pragma('main.table_list') as Listed[]).filter(({ name }) => names.includes(name))

/** Rows differ a thousandfold in size, so the size of a batch follows the duration of the last one. */
async function emptyTable(raw: RawDatabase, name: string, signal: AbortSignal): Promise<void> {
  const remove = raw.prepare<[number]>(`DELETE FROM "${name}" LIMIT ?`)
  let size = batchSize.initial
  for (;;) {
    signal.throwIfAborted()
    const started = performance.now()
    const { changes } = remove.run(size)
    if (changes < size) return
    const took = Math.max(performance.now() - started, 0.1)
    size = Math.round(Math.min(batchSize.max, Math.max(1, Math.min(size * 2, (size * targetMs) / took))))
    await pause(pauseMs, undefined, { signal })
  }
}

/**
 * Deletes all rows of tables in small transactions. It runs in the maintenance worker, with a connection of its own that does not
 * check foreign keys: the tables that refer to each other are all emptied. Virtual tables are dropped, as only that is quick.
 */
export async function emptyTables(file: string, names: readonly string[], signal: AbortSignal): Promise<void> {
  const raw = connect(file)
  try {
    raw.pragma('foreign_keys = OFF')
    raw.pragma('wal_autocheckpoint = 2000')
    for (const { name, type } of list(raw, names)) if (type === 'virtual') raw.exec(`DROP TABLE "${name}"`)
    for (const { name } of list(raw, names)) await emptyTable(raw, name, signal)
  } finally {
    raw.close()
  }
}
