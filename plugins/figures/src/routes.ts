import { Type } from '@sinclair/typebox'
import { type Clock, data, parseTimeRange, type Routes, storedRange, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import { FigureHistory, FigureQuery, FigureView } from './figure-schema.ts'
import type { FiguresState } from './figures.ts'
import type { FiguresStore } from './figures-store.ts'

/** More than a chart can show. */
const maxPoints = 600

interface Dependencies {
  readonly figures: Pick<FiguresState, 'of' | 'find'>
  readonly store: Pick<FiguresStore, 'points'>
  readonly clock: Clock
  readonly days: number
}

export const figureRoutes =
  ({ figures, store, clock, days }: Dependencies): Routes =>
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
      async ({ visibleServer: { id }, query }) => {
        const range = storedRange(parseTimeRange(query), toSeconds(clock.now()), days)
        const step = Math.max(60, Math.ceil((range.to - range.from) / maxPoints / 60) * 60)
        const series = figures.find(id, query.name)
        const points = series ? store.points(series.id, range, step) : []
        return { data: { step, points: points.map(({ at, value }): [number, number] => [at, value]) } }
      },
    )
  }
