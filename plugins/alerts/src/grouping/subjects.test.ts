import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/alerts-world.ts'
import { literal } from '../../test/test-types.ts'
import { type AlertSubject, alertSubjects, dependencyTargets, type Notice, notifications } from '../contract.ts'

/** Monitors and probe targets, by id. */
let monitors: Record<string, AlertSubject>
let lostTargets: Set<string>
const targets = [
  { id: 'uplink', name: 'Uplink' },
  { id: 'dns', name: 'Resolver' },
]
const others = definePlugin({
  id: 'others',
  setup: () => ({
    contributes: [
      ...contribute(alertSubjects, {
        kind: 'monitor',
        get: (id) => monitors[id],
        count: (count) => literal(`${count} monitors`),
      }),
      ...contribute(dependencyTargets, {
        kind: 'probe_target',
        name: literal('Probe target'),
        list: () => targets,
        unreachable: async (ids) => ids.filter((id) => lostTargets.has(id)),
      }),
    ],
  }),
})

let world: World
beforeEach(async () => {
  monitors = {}
  lostTargets = new Set()
  world = await makeWorld({ plugins: [others] })
})
afterEach(() => world.kernel.close())

async function wait(seconds: number) {
  world.kernel.clock.set(world.kernel.clock.now() + seconds * 1000)
  await world.kernel.runJob('AlertGrouper')
}
const messages = () =>
  world.kernel.database
    .prepare<[], { notice_json: string }>('SELECT notice_json FROM alerts_deliveries ORDER BY id')
    .all()
    .map(({ notice_json }) => {
      const { title, text } = JSON.parse(notice_json) as { title: string; text: string }
      return { title: title.slice(6), lines: text.split('\n').slice(0, -1) }
    })
const titles = () => messages().map(({ title }) => title)
/** Messages of one moment have no order. */
const sorted = () => messages().toSorted((a, b) => (a.title < b.title ? -1 : 1))
const sortedTitles = () => titles().toSorted()

/** A rule that fires on lost servers, and its notification group. */
async function rule(group: object = {}) {
  const notification_group_id = await world.makeGroup({ wait_seconds: 20, ...group })
  await world.rule({ name: 'Offline', rules: [{ rule_type: 'lost' }], trigger_mode: 'once', notification_group_id })
  return notification_group_id
}
async function lose(...ids: string[]) {
  for (const id of ids) world.facts.lost.add(id)
  await world.pass()
}
async function recover(...ids: string[]) {
  for (const id of ids) world.facts.lost.delete(id)
  await world.pass()
}
const tell = (groupId: string | null, id: string, event: Notice['event']) =>
  world.kernel.service(notifications).notify(groupId, {
    ...{ event, subjectKind: 'monitor', subjectId: id, subjectName: id, ruleId: id, ruleName: `${id} (tcp)` },
    ...{ message: literal(`${id} ${event}`), at: 0, cpu: null, memory: null },
  })
const depend = (id: string, ...depends_on: string[]) =>
  world.call('PUT', `/api/alert-dependencies/${id}`, { depends_on })
const firing = async () =>
  (await world.request<{ items: { firing: number }[] }>('GET', '/api/alert-groups')).items.map(({ firing }) => firing)

it('what is behind an unreachable probe target is one message, also when it comes much later', async () => {
  const [a, b, c] = [await world.server('a'), await world.server('b'), await world.server('c')]
  for (const id of [a, b, c]) expect((await depend(id, 'uplink', 'dns')).status).toBe(200)
  await rule()
  lostTargets.add('uplink')
  await lose(a, b)
  await wait(20)
  expect(messages()).toEqual([
    {
      title: 'Triggered: unreachable target Uplink - 2 alerts on 2 servers',
      lines: [
        'These alerts depend on Uplink, which cannot be reached either.',
        'a: Lost [Offline]',
        'b: Lost [Offline]',
      ],
    },
  ])
  await wait(3600)
  await lose(c)
  await wait(20)
  await wait(300)
  await recover(a, b, c)
  await wait(20)
  expect(titles().slice(1)).toEqual([
    'Triggered: unreachable target Uplink - 3 alerts on 3 servers',
    'Resolved: unreachable target Uplink - 3 alerts on 3 servers',
  ])
  expect((await world.request<{ causes: object[] }>('GET', '/api/alert-groups/noise')).causes).toMatchObject([
    { cause: 'target', groups: 1, notices: 6 },
  ])
})

it('one server behind an unreachable target says so; a target that works explains nothing', async () => {
  const [a, b] = [await world.server('a'), await world.server('b')]
  for (const id of [a, b]) await depend(id, 'uplink')
  await rule()
  lostTargets.add('dns')
  await lose(a)
  await wait(20)
  await wait(400)
  lostTargets.add('uplink')
  await lose(b)
  await wait(20)
  expect(titles()).toEqual(['Triggered: a - Offline', 'Triggered: unreachable target Uplink - 1 alert on 1 server'])
})

it('monitors join the group of their server, and of their place', async () => {
  const { id: group_id } = await world.request<{ id: string }>('POST', '/api/server-groups', { name: 'Frankfurt' })
  const [web, db] = [await world.server('web', { group_id }), await world.server('db', { group_id })]
  monitors = {
    shop: { name: 'shop', serverIds: [web] },
    sql: { name: 'sql', serverIds: [db] },
    far: { name: 'far', serverIds: [] },
  }
  const group = await rule()
  for (const id of ['shop', 'sql', 'far']) tell(group, id, 'triggered')
  await lose(web)
  await wait(20)
  expect(sorted()).toEqual([
    { title: 'Triggered: far (tcp)', lines: ['far triggered'] },
    { title: 'Triggered: sql (tcp)', lines: ['sql triggered'] },
    {
      title: 'Triggered: web and what depends on it - 2 alerts on 1 monitors, 1 server',
      lines: ['web: Lost [Offline]', 'shop triggered'],
    },
  ])
  await recover(web)
  for (const id of ['shop', 'sql', 'far']) tell(group, id, 'recovered')
  await wait(20)
  expect(sortedTitles().slice(0, 3)).toEqual([
    'Recovered: far (tcp)',
    'Recovered: sql (tcp)',
    'Resolved: web and what depends on it - 2 alerts on 1 monitors, 1 server',
  ])
  expect(titles()).toHaveLength(6)
  expect(await firing()).toEqual([0, 0, 0])
})

it('monitors depend on what is declared for them', async () => {
  monitors = { shop: { name: 'shop', serverIds: [] }, blog: { name: 'blog', serverIds: [] } }
  const router = await world.server('router')
  expect((await depend('shop', 'uplink')).data).toEqual({ id: 'shop', kind: 'monitor', depends_on: ['uplink'] })
  await depend('blog', router)
  const group = await rule()
  lostTargets.add('uplink')
  tell(group, 'shop', 'triggered')
  tell(group, 'blog', 'triggered')
  await lose(router)
  await wait(20)
  expect(sortedTitles()).toEqual([
    'Triggered: router and what depends on it - 2 alerts on 1 monitors, 1 server',
    'Triggered: unreachable target Uplink - 1 alert on 1 monitors',
  ])
  expect(await world.request('GET', '/api/alert-dependency-targets')).toMatchObject([
    { id: 'uplink', kind: 'probe_target', name: 'Uplink' },
    { id: 'dns', name: 'Resolver' },
  ])
  expect((await depend('shop', 'blog')).status).toBe(422)
  expect((await depend('nobody', 'uplink')).status).toBe(404)
  delete monitors.shop
  expect(await world.request('GET', '/api/alert-dependencies')).toEqual([
    { id: 'blog', kind: 'monitor', depends_on: [router] },
  ])
})

it('a monitor that no longer applies ends silently, and a recovery goes where the outage went', async () => {
  monitors = { shop: { name: 'shop', serverIds: [] }, blog: { name: 'blog', serverIds: [] } }
  const group = await rule()
  for (const id of ['shop', 'blog']) tell(group, id, 'triggered')
  await wait(20)
  world.kernel.service(notifications).close('monitor', 'shop')
  tell(null, 'blog', 'recovered')
  await wait(20)
  expect(sortedTitles()).toEqual(['Recovered: blog (tcp)', 'Triggered: blog (tcp)', 'Triggered: shop (tcp)'])
  expect(await firing()).toEqual([0, 0])
})

it('without a window each notification of a monitor is sent at once', async () => {
  monitors = { shop: { name: 'shop', serverIds: [] } }
  const group = await rule({ wait_seconds: 0 })
  tell(group, 'shop', 'triggered')
  tell(group, 'shop', 'recovered')
  expect(titles()).toEqual(['Triggered: shop (tcp)', 'Recovered: shop (tcp)'])
})
