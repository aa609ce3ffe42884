import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { onboard } from './harness/enrol.ts'
import { freePort } from './harness/place.ts'
import { repository } from './harness/process.ts'
import type { Server, ServerOptions } from './harness/server.ts'
import { firstSignIn, type Session } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'
import { moduleSource, upload } from './harness/widget-module.ts'

const stage = makeStage()
let place: ServerOptions
let dieFile: string
let server: Server
let admin: Session
let serverId: string

beforeAll(async () => {
  const directory = stage.directory()
  dieFile = join(directory, 'die.json')
  const preload = { NODE_OPTIONS: `--require=${join(repository, 'e2e/fixtures/death/server.cjs')}` }
  place = { directory, port: await freePort(), env: { ...preload, DIE_FILE: dieFile } }
  server = await stage.server(place)
  admin = await firstSignIn(server)
  serverId = (await onboard(admin, 'web-1')).server_id
})

type Made = { readonly id: string }

/** Something that acts are done to: how it is made, and what an admin sees of it. */
interface Subject {
  readonly list: string
  make(): Promise<Made>
  readonly change: object
}

let count = 0
const made = (url: string, body: object) => admin.send<Made>('POST', url, body)
const next = (word: string) => {
  count += 1
  return `${word} ${count}`
}

const subjects: Readonly<Record<string, Subject>> = {
  dashboard: {
    list: '/api/dashboards',
    make: () => made('/api/dashboards', { name: next('board') }),
    change: { name: 'changed' },
  },
  'service monitor': {
    list: '/api/service-monitors',
    make: () =>
      made('/api/service-monitors', {
        name: next('monitor'),
        monitor_type: 'tcp',
        target: '192.0.2.1:80',
        enabled: false,
      }),
    change: { name: 'changed' },
  },
  'ping task': {
    list: '/api/ping-tasks',
    make: () => made('/api/ping-tasks', { name: next('task'), probe_type: 'tcp', target: '192.0.2.1:80' }),
    change: { name: 'changed' },
  },
  'network target': {
    list: '/api/network-probes/targets',
    make: () =>
      made('/api/network-probes/targets', {
        ...{ name: next('target'), provider: '', location: '', target: '192.0.2.1:80', probe_type: 'tcp' },
      }),
    change: { name: 'changed' },
  },
  channel: {
    list: '/api/notifications',
    make: () =>
      made('/api/notifications', {
        ...{ name: next('channel'), notify_type: 'webhook', config_json: { url: 'https://192.0.2.1/' } },
      }),
    change: { name: 'changed' },
  },
  'notification group': {
    list: '/api/notification-groups',
    make: () => made('/api/notification-groups', { name: next('group'), notification_ids: [] }),
    change: { name: 'changed' },
  },
  'alert rule': {
    list: '/api/alert-rules',
    make: () => made('/api/alert-rules', { name: next('rule'), rules: [{ rule_type: 'offline', duration: 60 }] }),
    change: { name: 'changed' },
  },
  'widget module': {
    list: '/api/widget-modules?include_disabled=true',
    async make() {
      count += 1
      const answer = await upload(admin, moduleSource({ id: `org.example.m${count}` }, 'export default 1'))
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.data<Made>()
    },
    change: { enabled: false },
  },
}

/** The server dies as the act is about to be written to the audit log; afterwards another one goes on from what is stored. */
async function dieWhile(path: string, act: () => Promise<unknown>): Promise<void> {
  writeFileSync(dieFile, JSON.stringify({ at: 'before the write', path, sql: 'INSERT INTO system_audit_logs' }))
  await expect(act()).rejects.toThrow()
  expect((await server.exited).signal).toBe('SIGKILL')
  server = await stage.server(place)
}

it.each(Object.entries(subjects))('no %s is made, changed or deleted without a trace', async (_, subject) => {
  const path = subject.list.replace(/\?.*/, '')
  const things = () => admin.get<unknown[]>(subject.list)
  const { id } = await subject.make()
  await subject.make()
  const before = await things()

  await dieWhile(path, subject.make)
  expect(await things()).toEqual(before)
  await dieWhile(id, () => admin.call('PUT', `${path}/${id}`, subject.change))
  expect(await things()).toEqual(before)
  const [last] = (before as Made[]).slice(-1)
  const other = path === '/api/dashboards' ? (last?.id as string) : id
  await dieWhile(other, () => admin.call('DELETE', `${path}/${other}`))
  expect(await things()).toEqual(before)
})

const settings: readonly { readonly name: string; path(): string; readonly change: object }[] = [
  {
    name: 'assignment of targets',
    path: () => `/api/servers/${serverId}/network-probes/targets`,
    change: { target_ids: ['intl-cloudflare'] },
  },
  {
    name: 'network setting',
    path: () => '/api/network-probes/setting',
    change: { interval: 90, packet_count: 7, default_target_ids: [] },
  },
]

it.each(settings)('no $name changes without an audit entry', async ({ path, change }) => {
  const before = await admin.get<object>(path())
  await dieWhile(path(), () => admin.call('PUT', path(), change))
  expect(await admin.get<object>(path())).toEqual(before)
})

it('no dashboard is imported, copied or changed by a widget without an audit entry', async () => {
  const boards = () => admin.get<Made[]>('/api/dashboards')
  const widget = { widget_type: 'markdown', config: { text: 'a' }, grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 2 }
  const file = { format: 'svc-dashboard', version: 1, name: next('file'), widgets: [widget] }
  const { dashboard } = await admin.send<{ dashboard: Made & { widgets: Made[] } }>(
    'POST',
    '/api/dashboards/import',
    file,
  )
  const before = await boards()
  await dieWhile('/import', () => admin.call('POST', '/api/dashboards/import', file))
  await dieWhile('/copy', () => admin.call('POST', `/api/dashboards/${dashboard.id}/copy`, {}))
  expect(await boards()).toEqual(before)
  const config = `/api/dashboards/${dashboard.id}/widgets/${dashboard.widgets[0]?.id}/config`
  await dieWhile('/config', () => admin.call('PATCH', config, { text: 'b' }))
  expect(await admin.get(`/api/dashboards/${dashboard.id}`)).toMatchObject({ widgets: [{ config: { text: 'a' } }] })
})
