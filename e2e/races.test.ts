import { basename } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { inspect } from './harness/database.ts'
import { onboard } from './harness/enrol.ts'
import type { Answer } from './harness/http.ts'
import { chosenSeed, makeRandom } from './harness/random.ts'
import type { Server } from './harness/server.ts'
import { firstSignIn, type Session } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'
import { archiveOf, moduleSource, upload } from './harness/widget-module.ts'

const seed = chosenSeed()
const { below } = makeRandom(seed)
const requests = 50
const stage = makeStage()
let server: Server
let admin: Session
const hosts: string[] = []

beforeAll(async () => {
  console.log(`races: SEED=${seed}`)
  server = await stage.server()
  admin = await firstSignIn(server)
  for (const name of ['one', 'two', 'three']) hosts.push((await onboard(admin, name)).server_id)
})

interface Made {
  readonly id: string
}
const make = async (url: string, body: object) => (await admin.send<Made>('POST', url, body)).id
const some = <T>(all: readonly T[]): T => all[below(all.length)] as T

/** Sends all requests at once; none may answer 5xx. */
async function atOnce(acts: readonly (() => Promise<Answer>)[]): Promise<number[]> {
  const answers = await Promise.all(acts.map((act) => act()))
  expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
  return answers.map(({ status }) => status)
}

const times = (count: number, act: (n: number) => Promise<Answer>) =>
  Array.from({ length: count }, (_, n) => () => act(n))
const shuffled = <T>(all: readonly T[]) =>
  all
    .map((one) => ({ one, at: below(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

it('dashboards: concurrent create, save, copy and delete leave one default', async () => {
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await make('/api/dashboards', { name: `board ${n}` }))
  const widgets = (n: number) =>
    Array.from({ length: 20 }, (_, i) => ({
      ...{ widget_type: 'markdown', title: `save ${n}`, config: { n } },
      ...{ grid_x: (i % 4) * 3, grid_y: i, grid_w: 3, grid_h: 1 },
    }))
  const save = (n: number) =>
    admin.call('PUT', `/api/dashboards/${some(ids)}`, { name: `save ${n}`, widgets: widgets(n) })
  const statuses = await atOnce(
    shuffled([
      ...times(requests, save),
      ...times(requests, () => admin.call('PUT', `/api/dashboards/${some(ids)}`, { is_default: true })),
      ...times(requests, () => admin.call('DELETE', `/api/dashboards/${some(ids)}`)),
      ...times(10, () => admin.call('POST', `/api/dashboards/${some(ids)}/copy`, {})),
      ...times(10, () => admin.call('GET', '/api/dashboards/default')),
    ]),
  )
  expect(statuses).toContain(200)
  const boards = await admin.get<(Made & { is_default: boolean })[]>('/api/dashboards')
  expect(boards.filter(({ is_default }) => is_default)).toHaveLength(1)
  for (const { id } of boards) {
    const { name, widgets } = await admin.get<{ name: string; widgets: { title: string }[] }>(`/api/dashboards/${id}`)
    if (name.startsWith('save')) expect(new Set(widgets.map(({ title }) => title)).size).toBeLessThan(2)
    expect([0, 20]).toContain(widgets.length)
  }
  // optimistic locking: one of the writers wins
  const [{ id } = { id: '' }] = boards
  const { updated_at: expected_updated_at } = await admin.get<{ updated_at: string }>(`/api/dashboards/${id}`)
  const rivals = await atOnce(
    times(requests, (n) => admin.call('PUT', `/api/dashboards/${id}`, { name: `rival ${n}`, expected_updated_at })),
  )
  expect(rivals.sort()).toEqual([200, ...Array.from({ length: requests - 1 }, () => 409)])
})

it('widget modules: concurrent install, switch and uninstall leave only loadable ones', async () => {
  const ids = ['org.example.a', 'org.example.b', 'org.example.c']
  const sourceOf = (id: string, n: number) => moduleSource({ id, version: `1.0.${n}` }, `export default ${n}`)
  const archive = (n: number) => {
    const entries = ids.map((id) => `${id}/w.js`)
    const files = Object.fromEntries(ids.map((id, at) => [entries[at], sourceOf(id, n)]))
    return archiveOf({ 'collection.json': JSON.stringify({ widgets: entries.map((entry) => ({ entry })) }), ...files })
  }
  const base = '/api/widget-modules'
  await atOnce(
    shuffled([
      ...times(requests, (n) => upload(admin, sourceOf(some(ids), n))),
      ...times(requests, async (n) => upload(admin, await archive(n), 'widgets.zip')),
      ...times(requests, () => admin.call('DELETE', `${base}/${some(ids)}`)),
      ...times(requests, (n) => admin.call('PUT', `${base}/${some(ids)}`, { enabled: n % 2 === 0 })),
    ]),
  )
  type Module = Made & { version: string; enabled: boolean; entry_path: string; source_type: string }
  const listed = await admin.get<Module[]>(`${base}?include_disabled=true`)
  for (const { id, version, enabled, entry_path } of listed.filter(({ source_type }) => source_type === 'Upload')) {
    expect(ids).toContain(id)
    if (!enabled) await admin.send('PUT', `${base}/${id}`, { enabled: true })
    const found = await admin.call('GET', `${base}/${id}/${basename(entry_path)}`)
    expect([found.status, found.text]).toEqual([200, expect.stringContaining(`"version":"${version}"`)])
  }
})

it('monitors, channels, groups and rules: no reference to a deleted one remains', async () => {
  const channels: string[] = []
  const groups: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const config_json = { url: 'https://192.0.2.1/' }
    channels.push(await make('/api/notifications', { name: `channel ${n}`, notify_type: 'webhook', config_json }))
    groups.push(await make('/api/notification-groups', { name: `group ${n}`, notification_ids: [...channels] }))
  }
  const rules: string[] = []
  const monitors: string[] = []
  const rule = () => ({
    ...{ name: 'rule', rules: [{ rule_type: 'offline', duration: 60 }], notification_group_id: some(groups) },
    ...{ cover_type: 'include', server_ids: hosts },
  })
  const monitor = () => ({
    ...{ name: 'monitor', monitor_type: 'tcp', target: '192.0.2.1:80', enabled: false },
    ...{ notification_group_id: some(groups), server_ids_json: hosts },
  })
  for (let n = 0; n < 6; n += 1) {
    rules.push(await make('/api/alert-rules', rule()))
    monitors.push(await make('/api/service-monitors', monitor()))
  }
  const remove = (base: string, ids: readonly string[]) => () => admin.call('DELETE', `${base}/${some(ids)}`)
  const change = (base: string, ids: readonly string[], body: () => object) => () =>
    admin.call('PUT', `${base}/${some(ids)}`, body())
  await atOnce(
    shuffled([
      ...times(requests, remove('/api/notifications', channels)),
      ...times(requests, remove('/api/notification-groups', groups)),
      ...times(15, remove('/api/alert-rules', rules)),
      ...times(15, remove('/api/service-monitors', monitors)),
      ...times(
        requests,
        change('/api/notification-groups', groups, () => ({ notification_ids: [some(channels)] })),
      ),
      ...times(
        requests,
        change('/api/notifications', channels, () => ({ name: 'other', enabled: below(2) === 0 })),
      ),
      ...times(requests, change('/api/alert-rules', rules, rule)),
      ...times(requests, change('/api/service-monitors', monitors, monitor)),
      ...times(requests, () => admin.call('POST', '/api/service-monitors', monitor())),
      ...times(requests, () => admin.call('POST', '/api/alert-rules', rule())),
      () => admin.call('DELETE', `/api/servers/${hosts[0]}`),
    ]),
  )
  const idsOf = async (url: string) => new Set((await admin.get<Made[]>(url)).map(({ id }) => id))
  const [channelIds, groupIds, hostIds] = [
    await idsOf('/api/notifications'),
    await idsOf('/api/notification-groups'),
    await idsOf('/api/servers'),
  ]
  for (const { notification_ids } of await admin.get<{ notification_ids: string[] }[]>('/api/notification-groups')) {
    expect(notification_ids.filter((id) => !channelIds.has(id))).toEqual([])
  }
  type User = { notification_group_id: string | null; server_ids: string[] }
  for (const url of ['/api/alert-rules', '/api/service-monitors']) {
    for (const { notification_group_id: group, server_ids } of await admin.get<User[]>(url)) {
      expect(group === null || groupIds.has(group)).toBe(true)
      expect(server_ids.filter((id) => !hostIds.has(id))).toEqual([])
    }
  }
})

it('targets and ping tasks: no server probes a deleted one', async () => {
  const target = (n: number) => ({
    ...{ name: `target ${n}`, provider: '', location: '', target: '192.0.2.1:80', probe_type: 'tcp' },
  })
  const task = () => ({ name: 'task', probe_type: 'tcp', target: '192.0.2.1:80', server_ids: [some(hosts)] })
  const targets: string[] = []
  const tasks: string[] = []
  const [, second = '', third = ''] = hosts
  for (let n = 0; n < 8; n += 1) {
    targets.push(await make('/api/network-probes/targets', target(n)))
    tasks.push(await make('/api/ping-tasks', { ...task(), server_ids: [second, third] }))
  }
  const ids = () => [...new Set([some(targets), some(targets), 'intl-cloudflare'])]
  await atOnce(
    shuffled([
      ...times(requests, () => admin.call('DELETE', `/api/network-probes/targets/${some(targets)}`)),
      ...times(requests, (n) => admin.call('PUT', `/api/network-probes/targets/${some(targets)}`, target(n))),
      ...times(requests, () =>
        admin.call('PUT', `/api/servers/${some([second, third])}/network-probes/targets`, { target_ids: ids() }),
      ),
      ...times(requests, () =>
        admin.call('PUT', '/api/network-probes/setting', { interval: 60, packet_count: 10, default_target_ids: ids() }),
      ),
      ...times(requests, () => admin.call('POST', '/api/ping-tasks', task())),
      ...times(requests, () => admin.call('PUT', `/api/ping-tasks/${some(tasks)}`, { server_ids: [second] })),
      ...times(requests, () => admin.call('DELETE', `/api/ping-tasks/${some(tasks)}`)),
      () => admin.call('DELETE', `/api/servers/${third}`),
    ]),
  )
  const targetIds = new Set((await admin.get<Made[]>('/api/network-probes/targets')).map(({ id }) => id))
  const { default_target_ids } = await admin.get<{ default_target_ids: string[] }>('/api/network-probes/setting')
  expect(default_target_ids.filter((id) => !targetIds.has(id))).toEqual([])
  for (const { server_ids } of await admin.get<{ server_ids: string[] }[]>('/api/ping-tasks')) {
    expect(server_ids).not.toContain(third)
  }
})

it('leaves no orphans in the database', async () => {
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  inspect(server.dataDir, (db) => {
    expect(db.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(db.pragma('foreign_key_check')).toEqual([])
    const orphans = {
      packages: 'widgets_packages WHERE sha256 NOT IN (SELECT package_sha256 FROM widgets_modules)',
      assignments: `probes_assignments WHERE target_id LIKE '%-%-%-%-%' AND target_id NOT IN (SELECT id FROM probes_targets)`,
      defaults: `probes_default_targets WHERE target_id LIKE '%-%-%-%-%' AND target_id NOT IN (SELECT id FROM probes_targets)`,
      servers: 'probes_assignments WHERE server_id NOT IN (SELECT id FROM enrollment_servers)',
      tasks: 'probes_ping_task_servers WHERE server_id NOT IN (SELECT id FROM enrollment_servers)',
      rules: 'alerts_rule_servers WHERE server_id NOT IN (SELECT id FROM enrollment_servers)',
    }
    for (const [what, where] of Object.entries(orphans)) {
      expect([what, db.prepare(`SELECT count(*) FROM ${where}`).pluck().get()]).toEqual([what, 0])
    }
  })
  // the first password is logged at a level that no filter drops
  const faults = server.lines.filter((line) => /"level":"(?:error|fatal)"/.test(line) && !/admin password/.test(line))
  expect(faults).toEqual([])
})
