import { Type } from '@sinclair/typebox'
import {
  type Clock,
  type Core,
  cutPage,
  data,
  formatCursor,
  linkNext,
  PageCursor,
  pageOf,
  parseCursor,
  parseInstant,
  parseTimeRange,
  type Routes,
  storedRange,
  TimeRange,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import { MonitorRecord, MonitorSummary } from '../monitor-schema.ts'
import { MonitorParams } from '../monitors/monitor-routes.ts'
import { recordView } from '../monitors/monitor-view.ts'
import type { Monitors } from '../monitors/monitors.ts'
import type { RecordsStore } from './records-store.ts'
import type { SummaryReader } from './summary-reader.ts'

interface Parts {
  /** retention of the checks */
  readonly days: number
  readonly clock: Pick<Clock, 'now'>
  readonly monitors: Pick<Monitors, 'get'>
  readonly records: Pick<RecordsStore, 'page'>
  readonly readSummary: SummaryReader
  readonly text: Core['text']
}

const [beginning, end] = ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z']
const daySeconds = 86_400

/** Check records and their summary. */
export const recordRoutes =
  ({ clock, days, monitors, records, readSummary, text }: Parts): Routes =>
  async (app) => {
    app.get(
      '/api/service-monitors/:id/records',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Checks, newest first',
          params: MonitorParams,
          querystring: Type.Object({
            ...Type.Partial(TimeRange()).properties,
            limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
            cursor: PageCursor,
            changes: Type.Boolean({
              default: false,
              description: 'only checks with another result than the one before',
            }),
          }),
          response: { 200: pageOf(MonitorRecord) },
        },
      },
      async ({ params, query }, reply) => {
        const { id, number } = monitors.get(params.id)
        const range = parseTimeRange({ from: query.from ?? beginning, to: query.to ?? end })
        const found = records.page(
          { monitor: number, ...range },
          query.limit + 1,
          parseCursor(query.cursor, 2),
          query.changes,
        )
        const { rows, next } = cutPage(found, query.limit, (row) => formatCursor(row.time, row.id))
        linkNext(reply, { cursor: next })
        return { data: rows.map((row) => recordView(row, id, text)) }
      },
    )

    app.get(
      '/api/service-monitors/:id/summary',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Uptime and response times over a time range, by default the last 24 hours',
          params: MonitorParams,
          querystring: Type.Partial(TimeRange()),
          response: { 200: data(MonitorSummary) },
        },
      },
      async ({ params, query }) => {
        const { id, number } = monitors.get(params.id)
        const to = query.to ?? toTimestamp(toSeconds(clock.now()))
        const from = query.from ?? toTimestamp(Math.max(0, parseInstant('to', to) - daySeconds))
        const range = storedRange(parseTimeRange({ from, to }), toSeconds(clock.now()), days)
        return { data: await readSummary(id, { monitor: number, ...range }) }
      },
    )
  }
