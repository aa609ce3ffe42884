import { definePlugin, listen } from '@svc/plugin-sdk'
import { expect, it } from 'vitest'
import { makeStage } from '../../../test/stage.ts'
import { groupDeleted, notifications } from '../../contract.ts'
import type { Group } from '../notification-schema.ts'

const stage = makeStage()
const telegram = { bot_token: '123456:token-of-the-bot', chat_id: '@channel' }
const row = (id: string) => `/api/notification-groups/${id}`
const all = '/api/notification-groups'

/** A world with three channels. */
async function peopled(...args: Parameters<typeof stage.world>) {
  const world = await stage.world(...args)
  const channels = [
    await world.create('telegram', telegram, 'A'),
    await world.create('telegram', telegram, 'B'),
    await world.create('telegram', telegram, 'C'),
  ] as const
  return { world, channels, ids: channels.map(({ id }) => id) as [string, string, string] }
}

it('is created, listed, updated and deleted; its channels keep their order', async () => {
  const { world, ids } = await peopled()
  const [a, b, c] = ids
  const made = await world.request<Group>('POST', all, { name: ' Ops ', notification_ids: [c, a] })
  expect(made).toEqual({
    id: expect.any(String),
    built_in: false,
    wait_seconds: 20,
    group_by: ['server_group'],
    quiet_hours: null,
    escalation: null,
    name: 'Ops',
    notification_ids: [c, a],
    notification_ids_json: JSON.stringify([c, a]),
    rules: 0,
    created_at: '2023-11-14T22:13:20Z',
  })
  for (const name of ['a', 'b', 'c']) {
    await world.request('POST', '/api/alert-rules', { name, rules: [], notification_group_id: made.id })
  }
  const empty = await world.request<Group>('POST', all, { name: 'nobody', notification_ids: [] })
  expect(await world.request('GET', all)).toMatchObject([{ id: 'all' }, empty, { ...made, rules: 3 }])
  expect(await world.request('PUT', row(made.id), { notification_ids: [b, c] })).toMatchObject({
    name: 'Ops',
    notification_ids: [b, c],
  })
  expect(await world.request('PUT', row(made.id), { name: 'Night' })).toMatchObject({ notification_ids: [b, c] })
  await world.request('DELETE', `/api/notifications/${b}`)
  expect(await world.request('GET', row(made.id))).toMatchObject({ name: 'Night', notification_ids: [c] })
  await world.request('DELETE', row(made.id))
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    expect((await world.call(method, row(made.id), method === 'PUT' ? {} : undefined)).status).toBe(404)
  }
  expect(
    world
      .audited()
      .filter(({ action }) => action.startsWith('notification_group'))
      .map(({ action, name, to }) => [action, name ?? to.name]),
  ).toEqual([
    ['notification_group.create', 'Ops'],
    ['notification_group.create', 'nobody'],
    ['notification_group.update', 'Ops'],
    ['notification_group.update', 'Night'],
    ['notification_group.delete', 'Night'],
  ])
})

it('accepts only existing channels, each once', async () => {
  const { world, ids } = await peopled()
  const [a] = ids
  const made = await world.group({ id: a })
  for (const [notification_ids, field] of [
    [[a, 'nobody'], 'notification_ids.1'],
    [[a, a], 'notification_ids.1'],
  ] as const) {
    const create = await world.call('POST', all, { name: 'x', notification_ids })
    const update = await world.call('PUT', row(made.id), { notification_ids })
    for (const { status, error } of [create, update]) {
      expect([status, error?.details?.[0]?.field]).toEqual([422, field])
    }
  }
  expect((await world.call('POST', all, { name: '\t', notification_ids: [] })).error?.details?.[0]?.field).toBe('name')
  expect((await world.call('POST', all, { name: 'x', notification_ids: Array(51).fill(a) })).status).toBe(422)
  expect(await world.request('GET', all)).toEqual([expect.objectContaining({ id: 'all' }), made])
})

it('reaches someone while it has an enabled channel', async () => {
  const { world, ids } = await peopled()
  const service = world.kernel.service(notifications)
  const none = await world.request<Group>('POST', all, { name: 'None', notification_ids: [] })
  const one = await world.request<Group>('POST', all, { name: 'One', notification_ids: [ids[0]] })
  const reached = () => [none.id, one.id, 'all', 'unknown'].map((id) => service.reaches(id))
  expect(reached()).toEqual([false, true, true, false])
  await world.request('PUT', `/api/notifications/${ids[0]}`, { enabled: false })
  expect(reached()).toEqual([false, false, true, false])
})

it('has a built-in group of all channels, whose name and channels are fixed', async () => {
  const { world, ids } = await peopled()
  expect(await world.request('GET', row('all'))).toMatchObject({ built_in: true, notification_ids: ids })
  await world.request('DELETE', `/api/notifications/${ids[1]}`)
  const added = await world.create('telegram', telegram, 'D')
  expect(await world.request('GET', row('all'))).toMatchObject({ notification_ids: [ids[0], ids[2], added.id] })
  for (const input of [{ name: 'Mine' }, { notification_ids: [ids[0]] }]) {
    expect((await world.call('PUT', row('all'), input)).status).toBe(422)
  }
  expect(await world.request('PUT', row('all'), { wait_seconds: 5 })).toMatchObject({ wait_seconds: 5 })
  expect((await world.call('DELETE', row('all'))).status).toBe(400)
})

it('is removed from rules in the same transaction, and emits an event after it', async () => {
  const emitted: string[] = []
  const listener = definePlugin({
    id: 'listener',
    setup: () => ({ on: [listen(groupDeleted, ({ groupId }) => void emitted.push(groupId))] }),
  })
  const { world, channels } = await peopled({ plugins: [listener] })
  const group = await world.group(channels[0])
  const service = world.kernel.service(notifications)
  const { database } = world.kernel
  const input = { name: 'rule', rules: [], notification_group_id: group.id }
  const rule = await world.request<{ id: string }>('POST', '/api/alert-rules', input)
  const rulePath = `/api/alert-rules/${rule.id}`
  database.exec(
    "CREATE TEMP TRIGGER broken BEFORE DELETE ON alerts_groups BEGIN SELECT RAISE(ABORT, 'cannot be deleted'); END",
  )
  expect((await world.call('DELETE', row(group.id))).status).toBe(500)
  expect([service.hasGroup(group.id), emitted]).toEqual([true, []])
  expect(await world.request('GET', rulePath)).toMatchObject({ notification_group_id: group.id })
  database.exec('DROP TRIGGER broken')
  await world.request('DELETE', row(group.id))
  expect([service.hasGroup(group.id), emitted]).toEqual([false, [group.id]])
  expect(await world.request('GET', rulePath)).toMatchObject({ notification_group_id: null })
})
