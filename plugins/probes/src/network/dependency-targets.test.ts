import { agents } from '@svc/plugin-enrollment/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeWorld, noon, round, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const lost = { avg_latency: null, min_latency: null, max_latency: null, packet_loss: 1, packet_received: 0 }

it('alerts of servers behind an unreachable target are one message', async () => {
  const target = { name: 'Uplink', provider: '', location: '', target: '203.0.113.7', probe_type: 'icmp' }
  const { id: uplink } = await world.call('POST', '/api/network-probes/targets', target)
  const [west, east] = [await world.server('west'), await world.server('east')]
  const watchers = [await world.server('one'), await world.server('two'), await world.server('three')]
  for (const { assign } of [west, east, ...watchers]) await assign(uplink, 'intl-google')
  const [first] = await world.call('GET', '/api/alert-dependency-targets')
  expect(first).toMatchObject({ id: uplink, kind: 'probe_target', kind_text: { code: 'probes.PROBE_TARGET' } })
  for (const { id } of [west, east]) {
    await world.call('PUT', `/api/alert-dependencies/${id}`, { depends_on: [uplink, 'intl-google'] })
  }
  const channel = { name: 'hook', notify_type: 'webhook', config_json: { url: 'http://192.0.2.1/' } }
  const { id: channelId } = await world.call('POST', '/api/notifications', channel)
  const group = { name: 'On call', notification_ids: [channelId], wait_seconds: 20, group_by: [] }
  const { id: notification_group_id } = await world.call('POST', '/api/notification-groups', group)
  const rules = [{ rule_type: 'offline', duration: 0 }]
  await world.call('POST', '/api/alert-rules', { name: 'Lost', rules, trigger_mode: 'once', notification_group_id })

  // The last rounds of what is behind the target do not count.
  for (const { reportRounds } of [west, east]) await reportRounds(round(uplink, noon))
  for (const { agent } of [west, east]) agent.terminate()
  const [one, two, three] = watchers
  await one?.reportRounds(round(uplink, noon, lost), round('intl-google', noon, lost))
  await two?.reportRounds(round(uplink, noon, lost), round('intl-google', noon))
  await three?.reportRounds(round(uplink, noon))
  await vi.waitFor(() => expect(world.kernel.service(agents).online()).toHaveLength(3))
  world.kernel.clock.set(noon + 60_000)
  await world.kernel.runJob('AlertEvaluator')
  world.kernel.clock.set(noon + 80_000)
  await world.kernel.runJob('AlertGrouper')
  expect((await world.call('GET', '/api/alert-groups')).items).toMatchObject([
    { cause: 'target', cause_name: 'Uplink', alerts: 2 },
  ])
})
