import type { Database } from '@svc/plugin-sdk'
import type { ProbeType } from '@svc/probe-target'

/** A target that an admin added. */
export interface TargetRow {
  readonly id: string
  readonly name: string
  readonly provider: string
  readonly location: string
  readonly target: string
  readonly probe_type: ProbeType
  /** epoch seconds */
  readonly created_at: number
  readonly updated_at: number
}

const columns = 'id, name, provider, location, target, probe_type, created_at, updated_at'

export function targetsStore(db: Database) {
  const all = db.prepare<[], TargetRow>(`SELECT ${columns} FROM probes_targets`)
  const get = db.prepare<[string], TargetRow>(`SELECT ${columns} FROM probes_targets WHERE id = ?`)
  const put = db.prepare<[TargetRow]>(
    `INSERT OR REPLACE INTO probes_targets (${columns})
     VALUES (@id, @name, @provider, @location, @target, @probe_type, @created_at, @updated_at)`,
  )
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM probes_targets')
  const remove = db.prepare<[string]>('DELETE FROM probes_targets WHERE id = ?')
  return {
    all: (): TargetRow[] => all.all(),
    get: (id: string): TargetRow | undefined => get.get(id),
    count: (): number => count.get()?.n ?? 0,
    put: (row: TargetRow) => void put.run(row),
    remove: (id: string) => void remove.run(id),
  }
}
export type TargetsStore = ReturnType<typeof targetsStore>
