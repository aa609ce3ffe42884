import type { Database } from '@svc/plugin-sdk'

/** What was deleted and may still have rounds on the disk. */
export interface Forgotten {
  readonly kind: 'server' | 'target' | 'task'
  readonly number: number
}

/** Which numbers stand for targets and tasks where rounds are stored. */
export function numbersStore(db: Database) {
  const find = db.prepare<[string], { number: number }>('SELECT number FROM probes_numbers WHERE id = ?')
  const findId = db.prepare<[number], { id: string }>('SELECT id FROM probes_numbers WHERE number = ?')
  const give = db.prepare<[string]>('INSERT INTO probes_numbers (id) VALUES (?)')
  const take = db.prepare<[string]>('DELETE FROM probes_numbers WHERE id = ?')
  const remember = db.prepare<[string, number]>('INSERT OR IGNORE INTO probes_forgotten (kind, number) VALUES (?, ?)')
  const settle = db.prepare<[string, number]>('DELETE FROM probes_forgotten WHERE kind = ? AND number = ?')
  const forgotten = db.prepare<[], Forgotten>('SELECT kind, number FROM probes_forgotten')
  return {
    known: (id: string): number | undefined => find.get(id)?.number,
    /** The number of a target or task, given to it when it is asked for first. */
    of: (id: string): number => find.get(id)?.number ?? Number(give.run(id).lastInsertRowid),
    idOf: (number: number): string | undefined => findId.get(number)?.id,
    /**
     * In the transaction that deletes a target or task: from its commit on nobody finds its rounds, and they are noted for
     * deletion. Returns its number, if it ever had one.
     */
    forget(kind: 'target' | 'task', id: string): number | undefined {
      const number = find.get(id)?.number
      if (number === undefined) return undefined
      take.run(id)
      remember.run(kind, number)
      return number
    },
    /** In the transaction that deletes a server. */
    forgetServer: (number: number) => void remember.run('server', number),
    forgotten: (): Forgotten[] => forgotten.all(),
    /** Nothing of it is left. */
    settle: ({ kind, number }: Forgotten) => void settle.run(kind, number),
  }
}
export type NumbersStore = ReturnType<typeof numbersStore>
