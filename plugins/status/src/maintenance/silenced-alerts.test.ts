import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import alerts from '@svc/plugin-alerts'
import { agents } from '@svc/plugin-enrollment/contract'
import monitors from '@svc/plugin-monitors'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'

let world: World
const site = createServer((_, response) => response.writeHead(503).end())
beforeAll(async () => {
  world = await makeWorld({
    plugins: [alerts, monitors],
    config: { notifications: { allow_private: ['127.0.0.0/8'] }, monitors: { allow_private: ['127.0.0.0/8'] } },
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await world.kernel.close()
  await new Promise((resolve) => site.close(resolve))
})

interface Delivery {
  readonly event: string
  readonly title: string
}
const messages = async () => {
  const { items } = await world.call<{ items: Delivery[] }>('GET', '/api/notification-deliveries')
  return items.map(({ event, title }) => `${event}: ${title}`).toSorted()
}

it('a window silences the alerts and monitors of its servers, records what would have been sent, and ends early', async () => {
  const { port } = site.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const channel = await world.call<{ id: string }>('POST', '/api/notifications', {
    name: 'hook',
    notify_type: 'webhook',
    config_json: { url },
  })
  const group = await world.call<{ id: string }>('POST', '/api/notification-groups', {
    name: 'on call',
    notification_ids: [channel.id],
    wait_seconds: 0,
  })
  await world.call('POST', '/api/alert-rules', {
    name: 'Away',
    rules: [{ rule_type: 'offline', duration: 60 }],
    trigger_mode: 'once',
    notification_group_id: group.id,
  })
  const { id, agent } = await world.connected('web-1')
  const monitor = await world.call<{ id: string }>('POST', '/api/service-monitors', {
    name: 'Shop',
    monitor_type: 'http_keyword',
    target: url,
    retry_count: 0,
    server_ids_json: [id],
    notification_group_id: group.id,
  })
  const window = await world.maintenance({
    title: 'Kernel upgrade',
    start_at: world.minutes(-1),
    end_at: world.minutes(60),
    server_ids: [id],
  })
  const pass = async () => {
    world.kernel.clock.set(world.kernel.clock.now() + 120_000)
    await world.kernel.runJob('AlertEvaluator')
    await world.call('POST', `/api/service-monitors/${monitor.id}/check`)
  }
  const outage = async () =>
    (await world.call<{ outage: { announced: boolean } }>('GET', `/api/service-monitors/${monitor.id}`)).outage

  agent.terminate()
  await vi.waitFor(() => expect(world.kernel.service(agents).isOnline(id)).toBe(false))
  await pass()
  await pass()
  const [event] = await world.call<object[]>('GET', '/api/alert-events')
  expect(event).toMatchObject({ status: 'firing', suppressed: true, silenced_by: 'Kernel upgrade' })
  expect(await outage()).toMatchObject({ announced: false })
  expect(await messages()).toEqual([])

  await world.call('POST', `/api/maintenances/${window.id}/end`)
  await pass()
  expect(await outage()).toMatchObject({ announced: true })
  expect(await messages()).toEqual([
    'triggered: [svc] Triggered: Shop (http_keyword)',
    'triggered: [svc] Triggered: web-1 - Away',
  ])
})
