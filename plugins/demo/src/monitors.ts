import { randomBytes } from 'node:crypto'
import type { OwnServer } from './own-server.ts'
import type { TimeLapse } from './time-lapse.ts'

/** Heartbeats of a service: how slow it is, and when it failed, in hours before the start. */
interface Heartbeats {
  readonly name: string
  readonly group_name: string
  readonly tags: readonly string[]
  readonly latency: number
  readonly outages: readonly { readonly from: number; readonly to: number; readonly reason: string }[]
}

const services: readonly Heartbeats[] = [
  {
    ...{ name: 'Website', group_name: 'Shop', tags: ['public'], latency: 84 },
    outages: [{ from: 291, to: 289, reason: '502 Bad Gateway' }],
  },
  {
    ...{ name: 'Checkout', group_name: 'Shop', tags: ['public'], latency: 190 },
    outages: [
      { from: 291, to: 287, reason: '502 Bad Gateway' },
      { from: 52, to: 51, reason: 'payment provider timed out' },
    ],
  },
  { ...{ name: 'Mail gateway', group_name: 'Office', tags: ['mail'], latency: 41 }, outages: [] },
  {
    ...{ name: 'Nightly backup', group_name: 'Office', tags: ['backup'], latency: 2400 },
    outages: [{ from: 9, to: Number.NEGATIVE_INFINITY, reason: 'restic: repository is locked' }],
  },
]

const hourMs = 3_600_000
/** How often they are due, once the clock shows the real time. */
const intervalSeconds = 300
/** Longer than the steps of the past. */
const pastIntervalSeconds = 86_400

/** Instants before now, in hours: closer together the more recent they are. */
const beatTimes = [
  ...Array.from({ length: 29 * 4 }, (_, i) => 24 * 30 - i * 6),
  ...Array.from({ length: 24 * 6 }, (_, i) => 24 - i / 6),
]

export interface SeededMonitors {
  readonly ids: readonly string[]
  /** Sends the heartbeats that are due; to be called once a minute. */
  beat(): Promise<void>
}

/**
 * Monitors with a past: those that wait for heartbeats, which are sent while the clock is set forward, and two that really
 * check this server.
 */
export async function seedMonitors({
  server,
  lapse,
}: {
  server: OwnServer
  lapse: TimeLapse
}): Promise<SeededMonitors> {
  const add = (monitor: object) => server.send<{ id: string }>('POST', '/api/service-monitors', monitor)
  const beating: { readonly id: string; readonly service: Heartbeats; readonly token: string }[] = []
  for (const service of services) {
    const { name, group_name, tags } = service
    const token = randomBytes(24).toString('base64url')
    const push = { monitor_type: 'push', target: '', interval: pastIntervalSeconds, config_json: { token } }
    const { id } = await add({ name, group_name, tags, ...push })
    beating.push({ id, service, token })
  }
  const start = lapse.now()
  const end = lapse.realNow()
  const beatAt = async (ago: number) => {
    const send = ({ service, token }: (typeof beating)[number]) => {
      const outage = service.outages.find(({ from, to }) => ago <= from && ago >= to)
      const latency = service.latency * (0.85 + 0.3 * Math.abs(Math.sin(ago * 1.7 + service.latency)))
      const query = outage ? `status=down&msg=${encodeURIComponent(outage.reason)}` : `ping=${latency.toFixed(1)}`
      return server.send('POST', `/api/push/${token}?${query}`)
    }
    await Promise.all(beating.map(send))
  }
  for (const ago of beatTimes) {
    const at = end - ago * hourMs
    if (at <= start) continue
    lapse.setTo(at)
    await beatAt(ago)
  }
  lapse.setTo(end)
  await beatAt(0)
  for (const { id } of beating) {
    await server.send('PUT', `/api/service-monitors/${id}`, { interval: intervalSeconds })
  }
  const { address } = server
  const own = { group_name: 'Monitoring', interval: 30 }
  const keyword = { ...own, name: 'Status page', monitor_type: 'http_keyword', target: `http://${address}/status` }
  const checked = [await add(keyword), await add({ ...own, name: 'Dashboard', monitor_type: 'tcp', target: address })]
  return {
    ids: [...beating, ...checked].map(({ id }) => id),
    beat: () => beatAt((end - lapse.now()) / hourMs),
  }
}
