import { randomBytes, randomUUID } from 'node:crypto'
import type { Logger } from '@svc/plugin-sdk'
import { type Host, hosts } from './fleet/hosts.ts'
import type { EnrolledHost } from './fleet.ts'
import { type SeededMonitors, seedMonitors } from './monitors.ts'
import type { OwnServer } from './own-server.ts'
import { seedStatusPage } from './status-page.ts'
import type { TimeLapse } from './time-lapse.ts'

interface Options {
  readonly server: OwnServer
  readonly lapse: TimeLapse
  readonly log: Logger
}

const terabyte = 1e12

async function enroll(server: OwnServer, host: Host, group: string | undefined, weight: number): Promise<EnrolledHost> {
  const { name, tags, price, country } = host
  const { server_id: serverId, enrollment } = await server.send<{ server_id: string; enrollment: { code: string } }>(
    'POST',
    '/api/servers',
    {
      ...{ onboarding_request_id: randomUUID(), name, tags, ...(group && { group_id: group }) },
      ...(price && { price: price.price, currency: price.currency, billing_cycle: 'monthly', billing_start_day: 1 }),
      ...(price?.trafficTb && { traffic_limit: price.trafficTb * terabyte, traffic_limit_type: 'sum' }),
    },
  )
  const token = randomBytes(32).toString('base64url')
  const authorization = `Bearer ${enrollment.code}`
  await server.send('POST', '/api/agent/register', { proposed_run_token: token }, { authorization })
  await server.send('PUT', `/api/servers/${serverId}`, { country_code: country, weight })
  return { host, serverId, token }
}

async function seedFleet(server: OwnServer): Promise<EnrolledHost[]> {
  const groups = new Map<string, string>()
  for (const name of new Set(hosts.map(({ group }) => group))) {
    const { id } = await server.send<{ id: string }>('POST', '/api/server-groups', { name })
    groups.set(name, id)
  }
  const enrolled: EnrolledHost[] = []
  for (const [index, host] of hosts.entries()) {
    enrolled.push(await enroll(server, host, groups.get(host.group), hosts.length - index))
  }
  return enrolled
}

const rules = [
  { name: 'CPU busy', rules: [{ rule_type: 'cpu', min: 85 }], severity: 'warning', for_minutes: 3 },
  { name: 'Memory almost full', rules: [{ rule_type: 'memory', min: 92 }], severity: 'critical', for_minutes: 5 },
]

export interface Seeded {
  readonly hosts: readonly EnrolledHost[]
  /** Keeps the seeded services alive; to be called once a minute. */
  beat(): Promise<void>
}

/** Fills the empty installation through its own API, as an administrator would. */
export async function seed({ server, lapse, log }: Options): Promise<Seeded> {
  // A plugin that is not there leaves out its part only.
  const attempt = (part: string, work: () => Promise<unknown>) =>
    work().catch((err) => log.warn({ err }, `the demo has no ${part}`))
  await attempt('network targets', () =>
    server.send('PUT', '/api/network-probes/setting', {
      ...{ interval: 60, packet_count: 10 },
      default_target_ids: ['intl-cloudflare', 'intl-google', 'intl-aws-tokyo'],
    }),
  )
  const enrolled = await seedFleet(server)
  for (const rule of rules) await attempt('alert rule', () => server.send('POST', '/api/alert-rules', rule))
  let monitors: SeededMonitors | undefined
  await attempt('monitors', async () => {
    monitors = await seedMonitors({ server, lapse })
  })
  lapse.setTo(lapse.realNow())
  const monitorIds = monitors?.ids ?? []
  await attempt('status page', () => seedStatusPage({ server, lapse, enrolled, monitorIds }))
  return { hosts: enrolled, beat: async () => monitors?.beat() }
}
