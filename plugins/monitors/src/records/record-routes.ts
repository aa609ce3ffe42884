import { Type } from '@sinclair/typebox'
import { type Clock, data, type Routes, toSeconds } from '@svc/plugin-sdk'
import { MonitorRecord, MonitorSummary } from '../monitor-schema.ts'
import { recordView } from '../monitors/monitor-view.ts'
import type { Monitors } from '../monitors/monitors.ts'
import { MonitorParams } from '../routes.ts'
import { Span, spanOf, summarySpan } from './record-query.ts'
import type { RecordsStore } from './records-store.ts'
import type { SummaryReader } from './summary-reader.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly monitors: Pick<Monitors, 'get'>
  readonly records: Pick<RecordsStore, 'page'>
  readonly readSummary: SummaryReader
}

/** What the checks of a monitor found. */
export const recordRoutes =
  ({ clock, monitors, records, readSummary }: Parts): Routes =>
  async (app) => {
    app.get(
      '/api/service-monitors/:id/records',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Checks, newest first',
          params: MonitorParams,
          querystring: Type.Object({
            ...Span,
            limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
          }),
          response: { 200: data(Type.Array(MonitorRecord)) },
        },
      },
      async ({ params, query }) => {
        const { id, number } = monitors.get(params.id)
        const span = spanOf(query, { from: () => 0, to: Number.MAX_SAFE_INTEGER })
        const page = records.page({ monitor: number, ...span }, query.limit)
        return { data: page.map((row) => recordView(row, id)) }
      },
    )

    app.get(
      '/api/service-monitors/:id/summary',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Availability and response times of a span, by default of the last 24 hours',
          params: MonitorParams,
          querystring: Type.Object(Span),
          response: { 200: data(MonitorSummary) },
        },
      },
      async ({ params, query }) => {
        const { id, number } = monitors.get(params.id)
        return { data: await readSummary(id, { monitor: number, ...summarySpan(query, toSeconds(clock.now())) }) }
      },
    )
  }
