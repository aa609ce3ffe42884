import { Type } from '@sinclair/typebox'
import {
  type Bounded,
  type Core,
  data,
  parseTimeRange,
  type Routes,
  storedRange,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import { FigureHistory, FigureQuery, FigureView } from './figure-schema.ts'
import type { FiguresState } from './figures.ts'
import type { Point, PointsInput } from './points-worker.ts'
import type { FigureWriter } from './writer.ts'

/** More than a chart can show. */
const maxPoints = 600

/** Seconds per point, whole minutes. A range that does not begin with a step takes a part of one more. */
export const stepOf = ({ from, to }: { readonly from: number; readonly to: number }): number =>
  Math.max(60, Math.ceil((to - from) / (maxPoints - 1) / 60) * 60)

interface Dependencies extends Pick<Core, 'clock' | 'offload'> {
  readonly figures: Pick<FiguresState, 'of' | 'find'>
  readonly writer: Pick<FigureWriter, 'flush'>
  readonly bounded: Bounded
  readonly days: number
}

export const figureRoutes =
  ({ figures, writer, bounded, clock, offload, days }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/figures',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'The custom metrics of a server with their last values',
          params: Type.Object({ id: Type.String() }),
          response: { 200: data(Type.Array(FigureView)) },
        },
      },
      async ({ visibleServer: { id } }) => ({
        data: figures.of(id).map(({ name, unit, kind, value, reportedAt }) => ({
          ...{ name, unit, kind, value },
          reported_at: toTimestamp(reportedAt),
        })),
      }),
    )

    app.get(
      '/api/servers/:id/figures/history',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'The values of a custom metric, at most 600; none for an unknown name',
          params: Type.Object({ id: Type.String() }),
          querystring: FigureQuery,
          response: { 200: data(FigureHistory) },
        },
      },
      async ({ visibleServer: { id, number }, query }) => {
        const range = storedRange(parseTimeRange(query), toSeconds(clock.now()), days)
        const step = stepOf(range)
        const series = figures.find(id, query.name)
        if (!series) return { data: { step, points: [] } }
        const points = await bounded(() => {
          writer.flush(number)
          const input = { ...range, number, step, series: series.id }
          return offload<PointsInput, Point[]>(new URL('./points-worker.js', import.meta.url), input)
        })
        return { data: { step, points } }
      },
    )
  }
