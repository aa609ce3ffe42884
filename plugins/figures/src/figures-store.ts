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

/** What a series reported in a minute, or in a part of it. */
interface MinutePart {
  readonly series: Series
  /** epoch seconds of the minute */
  readonly at: number
  readonly sum: number
  readonly count: number
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
  const put = db.prepare<[number, number, number, number]>(
    `INSERT INTO figures_points (series, at, value, count) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       value = (value * count + excluded.value * excluded.count) / (count + excluded.count), count = count + excluded.count`,
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
    /** Adds to minutes, of which a restart makes two parts, and stores what each series reported last. */
    write(parts: readonly MinutePart[]): void {
      if (parts.length === 0) return
      db.transaction(() => {
        for (const { series, at, sum, count } of parts) {
          put.run(series.id, at, sum / count, count)
          update.run(series.unit, series.kind, series.value, series.reportedAt, series.id)
        }
      })
    },
    points: (id: number, range: { from: number; to: number }, step: number) =>
      points.all(step, step, id, range.from, range.to),
  }
}
export type FiguresStore = ReturnType<typeof figuresStore>
