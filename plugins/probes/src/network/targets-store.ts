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

export interface Pace {
  /** seconds from one round to the next */
  readonly interval: number
  /** packets per round */
  readonly packet_count: number
}

const defaultPace: Pace = { interval: 60, packet_count: 10 }

/** Assigned targets by server, default targets of new servers, and the probe settings. */
export function assignmentsStore(db: Database) {
  const all = db.prepare<[], { server_id: string; target_id: string }>(
    'SELECT server_id, target_id FROM probes_assignments ORDER BY server_id, position',
  )
  const of = db.prepare<[string], { target_id: string }>(
    'SELECT target_id FROM probes_assignments WHERE server_id = ? ORDER BY position',
  )
  const numbers = db.prepare<[string], { number: number }>(`
    SELECT number FROM probes_assignments JOIN probes_numbers ON probes_numbers.id = target_id WHERE server_id = ?`)
  const one = db.prepare<[string, string]>('SELECT 1 FROM probes_assignments WHERE server_id = ? AND target_id = ?')
  const servers = db.prepare<[string], { server_id: string }>(
    'SELECT server_id FROM probes_assignments WHERE target_id = ?',
  )
  const clear = db.prepare<[string]>('DELETE FROM probes_assignments WHERE server_id = ?')
  const assign = db.prepare<[string, string, number]>(
    'INSERT INTO probes_assignments (server_id, target_id, position) VALUES (?, ?, ?)',
  )
  const unassign = db.prepare<[string]>('DELETE FROM probes_assignments WHERE target_id = ?')
  const defaults = db.prepare<[], { target_id: string }>(
    'SELECT target_id FROM probes_default_targets ORDER BY position',
  )
  const clearDefaults = db.prepare('DELETE FROM probes_default_targets')
  const addDefault = db.prepare<[string, number]>(
    'INSERT INTO probes_default_targets (target_id, position) VALUES (?, ?)',
  )
  const removeDefault = db.prepare<[string]>('DELETE FROM probes_default_targets WHERE target_id = ?')
  const pace = db.prepare<[], Pace>('SELECT interval, packet_count FROM probes_settings WHERE id = 1')
  const setPace = db.prepare<[Pace]>(
    'INSERT OR REPLACE INTO probes_settings (id, interval, packet_count) VALUES (1, @interval, @packet_count)',
  )

  return {
    /** by server, in order of assignment */
    all(): Map<string, string[]> {
      const found = new Map<string, string[]>()
      for (const { server_id, target_id } of all.all()) {
        found.getOrInsertComputed(server_id, () => []).push(target_id)
      }
      return found
    },
    of: (serverId: string): string[] => of.all(serverId).map(({ target_id }) => target_id),
    /** Numbers of its targets that have been probed. */
    numbers: (serverId: string): number[] => numbers.all(serverId).map(({ number }) => number),
    has: (serverId: string, targetId: string): boolean => one.get(serverId, targetId) !== undefined,
    servers: (targetId: string): string[] => servers.all(targetId).map(({ server_id }) => server_id),
    replace(serverId: string, targetIds: readonly string[]) {
      clear.run(serverId)
      for (const [position, id] of targetIds.entries()) assign.run(serverId, id, position)
    },
    /** Unassigns a target from all servers and from the defaults. */
    withdraw(targetId: string) {
      unassign.run(targetId)
      removeDefault.run(targetId)
    },
    defaults: (): string[] => defaults.all().map(({ target_id }) => target_id),
    setDefaults(targetIds: readonly string[]) {
      clearDefaults.run()
      for (const [position, id] of targetIds.entries()) addDefault.run(id, position)
    },
    pace: (): Pace => pace.get() ?? defaultPace,
    setPace: ({ interval, packet_count }: Pace) => void setPace.run({ interval, packet_count }),
  }
}
