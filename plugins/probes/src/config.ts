import { type Static, Type } from '@sinclair/typebox'

const days = (what: string, fallback: number) =>
  Type.Integer({ default: fallback, minimum: 1, maximum: 3650, description: `days to keep ${what}` })

const latency = (name: string, fallback: number) =>
  Type.Integer({
    default: fallback,
    minimum: 1,
    maximum: 60_000,
    description: `average of a round above which ${name}, ms`,
  })

export const config = Type.Object({
  retention: Type.Object({
    ping_records_days: days('results of ping tasks', 7),
    network_probe_days: days('rounds against network targets', 7),
    network_probe_hourly_days: days('hourly records of network targets', 90),
  }),
  network_probe: Type.Object({
    high_latency_ms: latency('latency counts as high', 500),
    very_high_latency_ms: latency('latency counts as very high', 800),
  }),
})
export type ProbesConfig = Static<typeof config>
