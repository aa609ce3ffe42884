import type { Database } from '@svc/plugin-sdk'

/** A deleted server, target or task whose rounds are still to be purged. */
export interface Forgotten {
  readonly kind: 'server' | 'target' | 'task'
  readonly number: number
}

/** Maps the ids of targets and tasks to the numbers used in stored rounds. */
export function numbersStore(db: Database) {
  const find = db.prepare<[string], { number: number }>('SELECT number FROM probes_numbers WHERE id = ?')
  const findId = db.prepare<[number], { id: string }>('SELECT id FROM probes_numbers WHERE number = ?')
  const create = db.prepare<[string]>('INSERT INTO probes_numbers (id) VALUES (?)')
  const remove = db.prepare<[string]>('DELETE FROM probes_numbers WHERE id = ?')
  const queuePurge = db.prepare<[string, number]>('INSERT OR IGNORE INTO probes_forgotten (kind, number) VALUES (?, ?)')
  const settle = db.prepare<[string, number]>('DELETE FROM probes_forgotten WHERE kind = ? AND number = ?')
  const forgotten = db.prepare<[], Forgotten>('SELECT kind, number FROM probes_forgotten')
  return {
    find: (id: string): number | undefined => find.get(id)?.number,
    /** Assigns a number on first use. */
    getOrCreate: (id: string): number => find.get(id)?.number ?? Number(create.run(id).lastInsertRowid),
    idOf: (number: number): string | undefined => findId.get(number)?.id,
    /**
     * Call it in the transaction that deletes a target or task. From its commit on, its rounds cannot be found, and are
     * queued for purging. Returns its number, if it had one.
     */
    forget(kind: 'target' | 'task', id: string): number | undefined {
      const number = find.get(id)?.number
      if (number === undefined) return undefined
      remove.run(id)
      queuePurge.run(kind, number)
      return number
    },
    /** Call it in the transaction that deletes a server. */
    forgetServer: (number: number) => void queuePurge.run('server', number),
    forgotten: (): Forgotten[] => forgotten.all(),
    /** Call it when all its rounds are purged. */
    settle: ({ kind, number }: Forgotten) => void settle.run(kind, number),
  }
}
export type NumbersStore = ReturnType<typeof numbersStore>
