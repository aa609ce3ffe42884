import { notifications } from '@svc/plugin-alerts/contract'
import { text } from '@svc/plugin-sdk'
import * as security from '@svc/plugin-security/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minute, openWorld, type Phone, type World } from '../../test/world.ts'
import type { PushEvent } from '../push-event.ts'
import { makeUpgradeObserver } from './observers.ts'
import { securityEventStored } from './security-events.ts'

let world: World
let phone: Phone
beforeEach(async () => {
  world = await openWorld()
  phone = await world.phone(world.admin)
})
afterEach(() => world.close())

const created = async (url: string, body: object) => {
  const response = await world.post(url, world.admin.headers, body)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json().data
}
const channel = (config_json: object = {}) =>
  created('/api/notifications', { name: `push ${Math.random()}`, notify_type: 'push', config_json })

/** A group with a push channel that sends each alert at once, or waits. */
async function group(config: object = {}, wait_seconds = 0): Promise<string> {
  const { id } = await channel(config)
  return (await created('/api/notification-groups', { name: `g ${id}`, notification_ids: [id], wait_seconds })).id
}

const notice = (serverId: string, name: string, event: 'triggered' | 'resolved' = 'triggered') => ({
  event,
  subjectId: serverId,
  subjectName: name,
  ruleId: 'r-1',
  ruleName: 'CPU is busy',
  message: text('alerts.SAMPLE_MESSAGE'),
  at: Math.floor(world.kernel.clock.now() / 1000),
  cpu: null,
  memory: null,
})
const notify = (groupId: string, one: ReturnType<typeof notice>) =>
  world.kernel.service(notifications).notify(groupId, one)

describe('alerts', () => {
  it('reach phones, encrypted, with what identifies them', async () => {
    const id = await group()
    const server = await world.addServer('web-1')
    notify(id, notice(server, 'web-1'))
    notify(id, notice(server, 'web-1', 'resolved'))
    await world.settle()
    const alert = { alert_key: `r-1:${server}`, rule_name: 'CPU is busy', server_name: 'web-1' }
    expect(await world.received(phone)).toMatchObject([
      { kind: 'alert', alert: { ...alert, status: 'firing' } },
      { kind: 'alert', alert: { ...alert, status: 'resolved' } },
    ])
  })

  it('are grouped like on other channels', async () => {
    const id = await group({}, 20)
    const place = await created('/api/server-groups', { name: 'rack' })
    await created('/api/alert-rules', {
      name: 'expires',
      rules: [{ rule_type: 'expiration', duration: 7 }],
      trigger_mode: 'once',
      notification_group_id: id,
    })
    for (const name of ['a', 'b', 'c']) {
      const server = await world.addServer(name)
      const body = { group_id: place.id, expired_at: '2026-02-02T00:00:00Z' }
      expect((await world.put(`/api/servers/${server}`, world.admin.headers, body)).statusCode).toBe(200)
    }
    await world.kernel.runJob('AlertEvaluator')
    await world.kernel.clock.advance(21_000)
    await world.settle()
    expect(await world.received(phone)).toMatchObject([
      {
        kind: 'alert',
        alert: { alert_key: expect.stringMatching(/^group:/), status: 'firing', server_name: '3 servers' },
      },
    ])
  })

  it('reach the chosen users only', async () => {
    const mia = await world.addUser('mia')
    const hers = await world.phone(mia)
    const id = await group({ user_ids: [mia.id] })
    notify(id, notice(await world.addServer('web-1'), 'web-1'))
    await world.settle()
    expect(await world.received(hers)).toHaveLength(1)
    expect(await world.received(phone)).toHaveLength(0)
    for (const user_ids of ['x', [1], [''], Array.from({ length: 501 }, (_, n) => `u${n}`)]) {
      const body = { name: 'wrong', notify_type: 'push', config_json: { user_ids } }
      const response = await world.post('/api/notifications', world.admin.headers, body)
      expect(response.json().error.details[0].field).toBe('config_json.user_ids')
    }
  })

  it('do not tell members of servers that are hidden from them', async () => {
    const hers = await world.phone(await world.addUser('mia'))
    const id = await group()
    const server = await world.addServer('secret-1')
    await world.put(`/api/servers/${server}`, world.admin.headers, { hidden: true })
    notify(id, notice(server, 'secret-1'))
    await world.settle()
    expect(await world.received(phone)).toHaveLength(1)
    expect(await world.received(hers)).toHaveLength(0)
  })

  it('skip phones that do not want them, and accounts that must change their password', async () => {
    const mia = await world.addUser('mia')
    const hers = await world.phone(mia)
    await world.preferences(hers, 1, { alerts: false })
    const kai = await world.addUser('kai')
    const his = await world.phone(kai)
    world.kernel.database.prepare('UPDATE auth_users SET must_change_password = 1 WHERE id = ?').run(kai.id)
    const id = await group()
    notify(id, notice(await world.addServer('web-1'), 'web-1'))
    await world.settle()
    expect([(await world.received(hers)).length, (await world.received(his)).length]).toEqual([0, 0])
    expect(await world.received(phone)).toHaveLength(1)
  })

  it('are not sent twice when a delivery is repeated', async () => {
    const id = await group()
    notify(id, notice(await world.addServer('web-1'), 'web-1'))
    await world.settle()
    // As after a crash between sending and recording.
    world.kernel.database
      .prepare("UPDATE alerts_deliveries SET state = 'waiting', next_attempt_ms = 0, finished_at = NULL")
      .run()
    await world.kernel.clock.advance(10_000)
    await world.settle()
    expect(await world.received(phone)).toHaveLength(1)
  })

  it('wait for phones and browsers that there are', async () => {
    const { id } = await channel()
    await world.post('/api/mobile/push/unregister', phone.headers)
    const response = await world.post(`/api/notifications/${id}/test`, world.admin.headers, {})
    expect([response.statusCode, response.json().error.message]).toEqual([
      502,
      expect.stringContaining('nobody has turned push notifications on'),
    ])
  })

  it('can be tested', async () => {
    const { id } = await channel()
    expect((await world.post(`/api/notifications/${id}/test`, world.admin.headers, {})).statusCode).toBe(200)
    await world.settle()
    expect(await world.received(phone)).toMatchObject([{ kind: 'test' }])
  })
})

describe('tasks', () => {
  it('tell administrators of runs that failed, and of successes on demand', async () => {
    await world.preferences(phone, 1, { security: true, task_failure: true, task_success: true })
    const hers = await world.phone(await world.addUser('mia'))
    const server = await world.addServer('web-1')
    const task = await created('/api/tasks', { name: 'Clean up', command: 'true', server_ids: [server] })
    await expect
      .poll(async () => {
        await world.settle()
        return (await world.received(phone)).length
      })
      .toBe(1)
    expect(await world.received(phone)).toMatchObject([
      {
        kind: 'task_failure',
        task_run: { task_id: task.id, total: 1, failed: 1, offline: 0, denied: 1, timed_out: 0 },
      },
    ])
    expect(await world.received(hers)).toHaveLength(0)
  })
})

describe('security events', () => {
  const emit = (more: object) => {
    const fact = { id: '7', server_id: '', event_type: 'ssh_brute_force', severity: 'high', source_ip: '192.0.2.9' }
    world.kernel.emit(securityEventStored, { ...fact, ...more })
  }

  it('are those of their plugin', () => {
    expect(securityEventStored.id).toBe(security.securityEventStored.id)
  })

  it('tell administrators of what needs a look, once for each kind and server in a while', async () => {
    const hers = await world.phone(await world.addUser('mia'))
    const server_id = await world.addServer('web-1')
    emit({ server_id, id: '1' })
    emit({ server_id, id: '2' })
    emit({ server_id, id: '3', event_type: 'port_scan', severity: 'medium' })
    emit({ server_id, id: '4', event_type: 'sudo', severity: 'low' })
    emit({ server_id: 'deleted', id: '5' })
    await world.settle()
    const kind = 'security'
    expect(await world.received(phone)).toMatchObject([
      { kind, server_id, security_event_id: '1', security_event_type: 'ssh_brute_force' },
      { kind, server_id, security_event_id: '3', security_event_type: 'port_scan' },
    ])
    expect(await world.received(hers)).toEqual([])
    await world.kernel.clock.advance(10 * minute)
    emit({ server_id, id: '6' })
    await world.settle()
    expect((await world.received(phone)).at(-1)).toMatchObject({ security_event_id: '6' })
  })
})

describe('upgrades', () => {
  it('tell of one agent, or of a roll-out as a whole', () => {
    const added: PushEvent[] = []
    const observer = makeUpgradeObserver({
      clock: { now: () => 1000 },
      events: { add: (one) => void added.push(one) },
      servers: { get: () => undefined },
    })
    observer.ended({ id: 'j', version: '1.2.3', serverId: 's', total: 1, failed: 0 })
    observer.ended({ id: 'j', version: '1.2.3', serverId: 's', total: 1, failed: 1 })
    observer.ended({ id: 'r', version: '1.2.3', serverId: null, total: 9, failed: 0 })
    expect(added.map(({ phone }) => phone)).toEqual([
      { kind: 'upgrade', upgrade: { server_id: 's', version: '1.2.3', total: 1, failed: 0 } },
      { kind: 'upgrade', upgrade: { server_id: 's', version: '1.2.3', total: 1, failed: 1 } },
      { kind: 'upgrade', upgrade: { server_id: null, version: '1.2.3', total: 9, failed: 0 } },
    ])
    expect(new Set(added.map(({ id }) => id)).size).toBe(3)
    expect(added.map(({ serverIds }) => serverIds)).toEqual([['s'], ['s'], []])
  })
})
