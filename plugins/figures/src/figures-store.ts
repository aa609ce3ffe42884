import type { Database } from '@svc/plugin-sdk'
import type { Figure } from '@svc/protocol'

/** A figure of a server with its last value. */
export interface Series {
  readonly id: number
  readonly serverId: string
  readonly name: string
  unit: string
  kind: Figure['kind']
  /** for a counter its increase per second; null before there are two reports */
  value: number | null
  /** epoch seconds */
  reportedAt: number
}

interface Row {
  readonly id: number
  readonly server_id: string
  readonly name: string
  readonly unit: string
  readonly kind: Figure['kind']
  readonly value: number | null
  readonly reported_at: number
}

export function figuresStore(db: Database) {
  const all = db.prepare<[], Row>('SELECT id, server_id, name, unit, kind, value, reported_at FROM figures_series')
  const insert = db.prepare<[string, string, string, string, number]>(
    'INSERT INTO figures_series (server_id, name, unit, kind, reported_at) VALUES (?, ?, ?, ?, ?)',
  )
  const update = db.prepare<[string, string, number | null, number, number]>(
    'UPDATE figures_series SET unit = ?, kind = ?, value = ?, reported_at = ? WHERE id = ?',
  )
  const remove = db.prepare<[number]>('DELETE FROM figures_series WHERE id = ?')
  const put = db.prepare<[number, number, number]>(
    'INSERT OR REPLACE INTO figures_points (series, at, value) VALUES (?, ?, ?)',
  )
  const points = db.prepare<[number, number, number, number, number], { at: number; value: number }>(
    `SELECT at / ? * ? AS at, avg(value) AS value FROM figures_points
     WHERE series = ? AND at >= ? AND at < ? GROUP BY 1 ORDER BY 1`,
  )
  return {
    all: (): Series[] =>
      all.all().map(({ server_id, reported_at, ...row }) => ({ ...row, serverId: server_id, reportedAt: reported_at })),
    create({ serverId, name, unit, kind, reportedAt }: Omit<Series, 'id' | 'value'>): number {
      return Number(insert.run(serverId, name, unit, kind, reportedAt).lastInsertRowid)
    },
    /** Its points are left to retention. */
    remove: (id: number) => void remove.run(id),
    /** Stores the minute that ended, with what each series reported last. */
    write(minutes: readonly { readonly series: Series; readonly at: number; readonly value: number }[]): void {
      db.transaction(() => {
        for (const { series, at, value } of minutes) {
          put.run(series.id, at, value)
          update.run(series.unit, series.kind, series.value, series.reportedAt, series.id)
        }
      })
    },
    points: (id: number, range: { from: number; to: number }, step: number) =>
      points.all(step, step, id, range.from, range.to),
  }
}
export type FiguresStore = ReturnType<typeof figuresStore>
