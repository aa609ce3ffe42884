import { Type } from '@sinclair/typebox'
import { type Clock, type Core, data, makeBounded, type Routes, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import { MonitorBeats } from '../monitor-schema.ts'
import type { Monitors } from '../monitors/monitors.ts'
import type { BeatsInput, FoundBeats } from './beats.ts'

interface Parts extends Pick<Core, 'offload'> {
  readonly clock: Pick<Clock, 'now'>
  readonly monitors: Pick<Monitors, 'list'>
}

const worker = new URL('./beats.js', import.meta.url)

/** The last checks and the uptime of all monitors. */
export const beatRoutes =
  ({ clock, monitors, offload }: Parts): Routes =>
  async (app) => {
    const bounded = makeBounded()
    app.get(
      '/api/service-monitors/beats',
      {
        config: { access: 'member' },
        schema: {
          summary: 'The last 30 checks of each monitor, oldest first, and its uptime over 24 hours and 30 days',
          response: { 200: data(Type.Array(MonitorBeats)) },
        },
      },
      async () => {
        const ids = new Map(monitors.list().map(({ number, id }) => [number, id]))
        const input: BeatsInput = { monitors: [...ids.keys()], now: toSeconds(clock.now()) }
        const found = await bounded(() => offload<BeatsInput, FoundBeats[]>(worker, input))
        return {
          data: found.map(({ monitor, beats, day, month }) => ({
            monitor_id: ids.get(monitor) ?? '',
            beats: beats.map(({ time, success }) => ({ time: toTimestamp(time), success: success === 1 })),
            uptime_24h: day,
            uptime_30d: month,
          })),
        }
      },
    )
  }
