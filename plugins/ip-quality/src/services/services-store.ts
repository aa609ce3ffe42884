import type { Database } from '@svc/plugin-sdk'

/** A row of `ip_quality_services`. `request` and `rules` are JSON, null for built-in services. Times are epoch seconds. */
export interface ServiceRow {
  readonly id: string
  readonly key: string
  readonly is_builtin: 0 | 1
  readonly enabled: 0 | 1
  readonly name: string
  readonly category: string
  readonly popularity: number
  readonly request: string | null
  readonly rules: string | null
  readonly created_at: number
  readonly updated_at: number
}

export function servicesStore(db: Database) {
  const list = db.prepare<[], ServiceRow>('SELECT * FROM ip_quality_services ORDER BY popularity DESC, name, id')
  const get = db.prepare<[id: string], ServiceRow>('SELECT * FROM ip_quality_services WHERE id = ?')
  const put = db.prepare<[ServiceRow]>(`
    INSERT INTO ip_quality_services (id, key, is_builtin, enabled, name, category, popularity, request, rules, created_at, updated_at)
    VALUES (@id, @key, @is_builtin, @enabled, @name, @category, @popularity, @request, @rules, @created_at, @updated_at)
    ON CONFLICT (id) DO UPDATE SET enabled = @enabled, name = @name, category = @category, popularity = @popularity,
      request = @request, rules = @rules, updated_at = @updated_at`)
  const remove = db.prepare<[id: string]>('DELETE FROM ip_quality_services WHERE id = ?')
  const countCustom = db.prepare<[], { count: number }>(
    'SELECT count(*) AS count FROM ip_quality_services WHERE is_builtin = 0',
  )
  return {
    /** The most popular first. */
    list: () => list.all(),
    get: (id: string) => get.get(id),
    put: (row: ServiceRow) => void put.run(row),
    remove: (id: string) => void remove.run(id),
    countCustom: () => countCustom.get()?.count ?? 0,
  }
}
export type ServicesStore = ReturnType<typeof servicesStore>
