import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bell, makeWorld, type World } from '../../test/alerts-world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const flush = () => world.kernel.runJob('AlertGrouper')
/** Moves the clock and sends what is due. */
async function wait(seconds: number) {
  world.kernel.clock.set(world.kernel.clock.now() + seconds * 1000)
  await flush()
}

/** All messages, oldest first: event, kind, title without its prefix, and lines. */
const messages = () =>
  world.kernel.database
    .prepare('SELECT channel_name, notice_json FROM alerts_deliveries ORDER BY id')
    .all()
    .map((row) => {
      const { channel_name, notice_json } = row as { channel_name: string; notice_json: string }
      const { id, event, title, text, thread, variables } = JSON.parse(notice_json)
      return {
        channel: channel_name,
        id,
        event,
        kind: thread?.kind,
        thread: thread?.id,
        title: title.slice(6),
        lines: text.split('\n'),
        variables,
      }
    })
const titles = () => messages().map(({ title }) => title)

async function serverGroup(name: string, count: number, prefix = name) {
  const { id } = await world.request<{ id: string }>('POST', '/api/server-groups', { name })
  const servers: string[] = []
  for (let n = 1; n <= count; n += 1) servers.push(await world.server(`${prefix}-${n}`, { group_id: id }))
  return servers
}
/** A rule that notifies a group with the given settings; `lost` is like losing the server. */
async function rule(group: object = {}, input: object = {}) {
  const notification_group_id = await world.makeGroup({ wait_seconds: 20, ...group })
  const made = await world.rule({
    name: 'Offline',
    rules: [{ rule_type: 'lost' }],
    trigger_mode: 'once',
    notification_group_id,
    ...input,
  })
  return { ...made, notification_group_id }
}
const lose = (servers: readonly string[]) => {
  for (const id of servers) world.facts.lost.add(id)
}
const recover = (servers: readonly string[]) => {
  for (const id of servers) world.facts.lost.delete(id)
}

describe('one server group', () => {
  it('twelve servers lost at once are one message and one recovery', async () => {
    const servers = await serverGroup('Frankfurt', 12, 'fra')
    await rule()
    lose(servers)
    await world.pass()
    await wait(19)
    expect(messages()).toEqual([])
    await wait(1)
    expect(messages()).toMatchObject([
      {
        event: 'triggered',
        kind: 'opening',
        title: 'Triggered: group Frankfurt - 12 alerts on 12 servers',
        variables: { server_name: '12 servers', count: '12', server_id: '', rule_id: '', event: 'triggered' },
      },
    ])
    expect(messages()[0]?.lines.slice(0, 3)).toEqual([1, 2, 3].map((n) => `fra-${n}: Lost [Offline]`))
    recover(servers)
    await world.pass()
    await flush()
    const [opening, end] = messages()
    expect(titles()).toHaveLength(2)
    expect(end).toMatchObject({
      event: 'resolved',
      kind: 'end',
      title: 'Resolved: group Frankfurt - 12 alerts on 12 servers',
    })
    expect(end?.lines[0]).toBe('12 alerts resolved after 1 min 20 s')
    expect([opening?.id, end?.thread]).toEqual([opening?.thread, opening?.thread])
    await wait(3600)
    expect(titles()).toHaveLength(2)
  })

  it('the list is bounded', async () => {
    const servers = await serverGroup('Big', 30)
    await rule()
    lose(servers)
    await world.pass()
    await wait(20)
    const lines = messages()[0]?.lines ?? []
    expect(lines).toHaveLength(22)
    expect(lines.slice(19)).toEqual(['Big-20: Lost [Offline]', '... and 10 more', expect.stringMatching(/UTC$/)])
  })

  it('a single alert reads like today, and has the id of its group', async () => {
    const [server = ''] = await serverGroup('Frankfurt', 1, 'fra')
    await rule()
    lose([server])
    await world.pass()
    await wait(20)
    expect(messages()).toMatchObject([
      {
        title: 'Triggered: fra-1 - Offline',
        kind: 'opening',
        variables: { server_id: server, rule_name: 'Offline', count: '1' },
      },
    ])
    expect(messages()[0]?.variables.group_id).toBe(messages()[0]?.id)
    recover([server])
    await world.pass()
    await flush()
    expect(titles()).toEqual(['Triggered: fra-1 - Offline', 'Resolved: fra-1 - Offline'])
  })

  it('later alerts follow up after five minutes, and not at all when they recover before', async () => {
    const servers = await serverGroup('Frankfurt', 5, 'fra')
    await rule()
    lose(servers.slice(0, 2))
    await world.pass()
    await wait(20)
    lose(servers)
    await world.pass()
    await wait(20)
    expect(titles()).toHaveLength(1)
    await wait(220)
    expect(messages().slice(1)).toMatchObject([
      { kind: 'follow_up', title: 'Triggered: group Frankfurt - 5 alerts on 5 servers' },
    ])
    recover(servers.slice(1))
    await world.pass()
    recover(servers)
    await world.pass()
    await flush()
    expect(messages().map(({ kind }) => kind)).toEqual(['opening', 'follow_up', 'end'])
  })

  it('a follow-up says how many still fire', async () => {
    const servers = await serverGroup('Frankfurt', 3, 'fra')
    await rule()
    lose(servers)
    await world.pass()
    await wait(20)
    recover(servers.slice(1))
    await world.pass()
    await wait(300)
    expect(messages()[1]?.lines.slice(0, 2)).toEqual(['1 of 3 alerts are still firing', 'fra-1: Lost [Offline]'])
  })

  it('alerts that come much later are another message', async () => {
    const servers = await serverGroup('Frankfurt', 2, 'fra')
    await rule()
    lose(servers.slice(0, 1))
    await world.pass()
    await wait(20)
    lose(servers)
    await world.pass(600)
    await wait(20)
    expect(titles()).toEqual(['Triggered: fra-1 - Offline', 'Triggered: fra-2 - Offline'])
  })

  it('other groups, and servers without one, are messages of their own', async () => {
    const servers = [
      ...(await serverGroup('A', 2)),
      ...(await serverGroup('B', 2)),
      await world.server('x'),
      await world.server('y'),
    ]
    await rule()
    lose(servers)
    await world.pass()
    await wait(20)
    expect(titles().toSorted()).toEqual([
      'Triggered: group A - 2 alerts on 2 servers',
      'Triggered: group B - 2 alerts on 2 servers',
      'Triggered: x - Offline',
      'Triggered: y - Offline',
    ])
  })

  it('by location, if chosen', async () => {
    const servers = [await world.server('a', { country_code: 'DE' }), await world.server('b', { country_code: 'DE' })]
    await rule({ group_by: ['location'] })
    lose(servers)
    await world.pass()
    await wait(20)
    expect(titles()).toEqual(['Triggered: location DE - 2 alerts on 2 servers'])
  })

  it('not by anything, if nothing is chosen', async () => {
    const servers = await serverGroup('A', 2)
    await rule({ group_by: [] })
    lose(servers)
    await world.pass()
    await wait(20)
    expect(titles()).toHaveLength(2)
  })
})

it('500 servers at once are one message', async () => {
  const servers = await serverGroup('All', 500)
  await rule()
  lose(servers)
  await world.pass()
  await wait(20)
  expect(titles()).toEqual(['Triggered: group All - 500 alerts on 500 servers'])
  recover(servers)
  await world.pass()
  await wait(20)
  expect(titles()).toHaveLength(2)
})

describe('a window of 0', () => {
  it('sends each alert at once', async () => {
    const servers = await serverGroup('A', 2)
    await rule({ wait_seconds: 0 })
    lose(servers)
    await world.pass()
    expect(titles().toSorted()).toEqual(['Triggered: A-1 - Offline', 'Triggered: A-2 - Offline'])
  })

  it('applies to what fires next, when it is set during an outage', async () => {
    const servers = await serverGroup('A', 2)
    const { notification_group_id } = await rule()
    lose(servers)
    await world.pass()
    await world.request('PUT', `/api/notification-groups/${notification_group_id}`, { wait_seconds: 0 })
    await flush()
    recover(servers)
    await world.pass()
    await flush()
    expect(messages().filter(({ event }) => event === 'triggered').length).toBe(messages().length / 2)
  })
})

it('an immediate rule does not wait', async () => {
  const servers = await serverGroup('A', 2)
  await rule({ quiet_hours: { from: '00:00', to: '23:59' } }, { immediate: true })
  lose(servers)
  await world.pass()
  expect(titles().toSorted()).toEqual(['Triggered: A-1 - Offline', 'Triggered: A-2 - Offline'])
  recover(servers)
  await world.pass()
  expect(titles().slice(2).toSorted()).toEqual(['Resolved: A-1 - Offline', 'Resolved: A-2 - Offline'])
})

describe('dependencies', () => {
  const put = (id: string, depends_on: string[]) => world.call('PUT', `/api/alert-dependencies/${id}`, { depends_on })

  it('what is behind a lost router is one message, in whatever group', async () => {
    const servers = [...(await serverGroup('A', 2)), ...(await serverGroup('B', 2))]
    const router = await world.server('router')
    for (const id of servers) expect((await put(id, [router])).status).toBe(200)
    await rule()
    lose([...servers, router])
    await world.pass()
    await wait(20)
    expect(titles()).toEqual(['Triggered: router and what depends on it - 5 alerts on 5 servers'])
    expect(messages()[0]?.lines[0]).toBe('router: Lost [Offline]')
    recover([...servers, router])
    await world.pass()
    await flush()
    expect(titles()[1]).toBe('Resolved: router and what depends on it - 5 alerts on 5 servers')
  })

  it('are validated', async () => {
    const [a = '', b = '', c = ''] = await serverGroup('S', 3)
    expect((await put(a, [b, c, b])).data).toEqual({ id: a, kind: 'server', depends_on: [b, c] })
    expect((await put(b, [c])).status).toBe(200)
    const refused = async (id: string, on: string) => {
      const { status, error } = await put(id, [on])
      return [status, error.details[0].rule]
    }
    expect(await refused(a, a)).toEqual([422, 'must not be itself'])
    expect(await refused(c, a)).toEqual([422, 'would be circular: S-1 → S-2 → S-3'])
    expect(await refused(c, b)).toEqual([422, 'would be circular: S-2 → S-3'])
    expect(await refused(a, 'nope')).toEqual([422, 'must be the id of an existing server or probe target'])
    expect((await put('nope', [a])).status).toBe(404)
    expect((await put(a, [b])).status).toBe(200)
    const { data } = await world.call('GET', '/api/alert-dependencies')
    expect(data).toEqual(
      expect.arrayContaining([
        { id: a, kind: 'server', depends_on: [b] },
        { id: b, kind: 'server', depends_on: [c] },
      ]),
    )
    await world.request('DELETE', `/api/servers/${c}`)
    expect((await world.call('GET', '/api/alert-dependencies')).data).toEqual([
      { id: a, kind: 'server', depends_on: [b] },
    ])
  })
})

describe('reminders', () => {
  it('of a group are one message, at most every five minutes', async () => {
    const servers = await serverGroup('A', 3)
    await rule({}, { trigger_mode: 'always', reminder_minutes: 5 })
    lose(servers)
    await world.pass()
    await wait(20)
    for (let minute = 0; minute < 11; minute += 1) {
      await world.pass()
      await flush()
    }
    expect(messages().map(({ kind }) => kind)).toEqual(['opening', 'reminder', 'reminder'])
    expect(messages()[1]?.lines[0]).toMatch(/^firing for \d+ min/)
  })

  it('of an event carry its latest message', async () => {
    const server = await world.server('web-1')
    await rule({}, { name: 'Bell', rules: [bell], trigger_mode: 'always' })
    world.ring(server, 'first')
    await wait(20)
    for (const text of ['second', 'third']) {
      await world.pass(300)
      world.ring(server, text)
      await wait(160)
    }
    expect(messages().map(({ lines }) => lines[0])).toEqual(
      ['first', 'second', 'third'].map((text) => `web-1: ${text} [Bell]`),
    )
  })
})

describe('alerts that end otherwise', () => {
  it('nobody is told when the rule is disabled', async () => {
    const servers = await serverGroup('A', 2)
    const { id } = await rule()
    lose(servers)
    await world.pass()
    await wait(20)
    await world.change(id, { enabled: false })
    await wait(600)
    expect(titles()).toHaveLength(1)
    expect(await groups()).toMatchObject([{ alerts: 2, firing: 0, closed_at: expect.any(String) }])
  })

  it('a deleted server does not keep its group open', async () => {
    const servers = await serverGroup('A', 2)
    await rule()
    lose(servers)
    await world.pass()
    await wait(20)
    await world.request('DELETE', `/api/servers/${servers[0]}`)
    recover(servers)
    await world.pass()
    await flush()
    expect(messages().map(({ kind }) => kind)).toEqual(['opening', 'end'])
  })

  it('one that recovers within the window is only told as a recovery', async () => {
    const servers = await serverGroup('A', 1)
    await rule({ wait_seconds: 300 })
    lose(servers)
    await world.pass()
    recover(servers)
    await world.pass()
    await wait(300)
    expect(titles()).toEqual(['Resolved: A-1 - Offline'])
  })

  it('one whose rule changed before it was sent is not sent', async () => {
    const servers = await serverGroup('A', 1)
    const { id } = await rule()
    lose(servers)
    await world.pass()
    await world.change(id, { enabled: false })
    await wait(20)
    expect(titles()).toEqual([])
  })

  it('a recovery during a silence is told after it', async () => {
    const servers = await serverGroup('A', 2)
    await rule()
    lose(servers)
    await world.pass()
    await wait(20)
    for (const id of servers) world.facts.silenced.add(id)
    recover(servers)
    await world.pass()
    await wait(20)
    expect(titles()).toHaveLength(1)
    world.facts.silenced.clear()
    await world.pass()
    await flush()
    expect(messages().map(({ kind }) => kind)).toEqual(['opening', 'end'])
  })

  it('a recovery goes to the group that got the alert', async () => {
    const [server = ''] = await serverGroup('A', 1)
    const { id } = await rule({ name: 'first' })
    lose([server])
    await world.pass()
    await wait(20)
    const other = await world.makeGroup({ name: 'second' })
    await world.change(id, { notification_group_id: other })
    recover([server])
    await world.pass()
    await flush()
    expect(titles()).toEqual(['Triggered: A-1 - Offline', 'Resolved: A-1 - Offline'])
    expect(messages()[1]?.thread).toBe(messages()[0]?.id)
  })

  it('a deleted notification group gets nothing', async () => {
    const servers = await serverGroup('A', 1)
    const { notification_group_id } = await rule()
    lose(servers)
    await world.pass()
    await world.request('DELETE', `/api/notification-groups/${notification_group_id}`)
    await wait(60)
    expect(titles()).toEqual([])
    expect(world.kernel.database.prepare('SELECT count(*) FROM alerts_alert_group_members').pluck().get()).toBe(0)
  })
})

const groups = async () => (await world.request<{ items: object[] }>('GET', '/api/alert-groups')).items

/** The world starts at 22:13 UTC. */
describe('quiet hours', () => {
  const quiet_hours = { from: '22:00', to: '07:00' }
  const untilSeven = 8 * 3600 + 47 * 60

  it('hold alerts until they end', async () => {
    const servers = await serverGroup('A', 2)
    await rule({ quiet_hours })
    lose(servers)
    await world.pass()
    await wait(3600)
    expect(titles()).toEqual([])
    await wait(untilSeven - 3600)
    expect(titles()).toEqual(['Triggered: group A - 2 alerts on 2 servers'])
  })

  it('tell in the morning what recovered in the night', async () => {
    const servers = await serverGroup('A', 2)
    await rule({ quiet_hours })
    lose(servers)
    await world.pass()
    await wait(60)
    recover(servers)
    await world.pass()
    await wait(60)
    expect(titles()).toEqual([])
    await wait(untilSeven)
    expect(titles()).toEqual(['Resolved: group A - 2 alerts on 2 servers'])
  })

  it('do not apply in between', async () => {
    const servers = await serverGroup('A', 2)
    await rule({ quiet_hours: { from: '23:00', to: '07:00' } })
    lose(servers)
    await world.pass()
    await wait(20)
    expect(titles()).toHaveLength(1)
  })
})

describe('escalation', () => {
  /** A second channel and group. */
  async function target(group: object = {}) {
    const { id } = await world.request<{ id: string }>('POST', '/api/notifications', {
      name: 'boss',
      notify_type: 'inbox',
      config_json: {},
    })
    return (
      await world.request<{ id: string }>('POST', '/api/notification-groups', {
        name: 'boss',
        notification_ids: [id],
        ...group,
      })
    ).id
  }
  const sent = () => messages().map(({ channel, kind, title }) => `${channel} ${kind}: ${title}`)

  it('tells another group of what still fires, and that it is over', async () => {
    const servers = await serverGroup('A', 2)
    await rule({ escalation: { after_minutes: 10, group_id: await target() } })
    lose(servers)
    await world.pass()
    await wait(20)
    await wait(579)
    expect(sent()).toEqual(['inbox opening: Triggered: group A - 2 alerts on 2 servers'])
    await wait(1)
    expect(sent()).toHaveLength(2)
    expect(sent()[1]).toBe('boss opening: Escalated - Triggered: group A - 2 alerts on 2 servers')
    recover(servers)
    await world.pass()
    await flush()
    expect(sent().slice(2)).toEqual([
      'inbox end: Resolved: group A - 2 alerts on 2 servers',
      'boss end: Resolved: group A - 2 alerts on 2 servers',
    ])
  })

  it('not of what recovered in time', async () => {
    const servers = await serverGroup('A', 2)
    await rule({ escalation: { after_minutes: 10, group_id: await target() } })
    lose(servers)
    await world.pass()
    await wait(20)
    recover(servers)
    await world.pass()
    await wait(3600)
    expect(sent().every((line) => line.startsWith('inbox'))).toBe(true)
  })

  it('during quiet hours tells the other group in time', async () => {
    const servers = await serverGroup('A', 1)
    await rule({
      quiet_hours: { from: '22:00', to: '07:00' },
      escalation: { after_minutes: 5, group_id: await target() },
    })
    lose(servers)
    await world.pass()
    await wait(60)
    await wait(300)
    expect(sent()).toEqual(['boss opening: Escalated - Triggered: A-1 - Offline'])
  })

  it('is validated, and ends with the other group', async () => {
    const group_id = await target()
    const { notification_group_id: id } = await rule({ escalation: { after_minutes: 5, group_id } })
    const put = (escalation: object) => world.call('PUT', `/api/notification-groups/${id}`, { escalation })
    expect((await put({ after_minutes: 5, group_id: id })).status).toBe(422)
    expect((await put({ after_minutes: 5, group_id: 'nope' })).status).toBe(422)
    await world.request('DELETE', `/api/notification-groups/${group_id}`)
    expect(await world.request('GET', `/api/notification-groups/${id}`)).toMatchObject({ escalation: null })
    const servers = await serverGroup('A', 1)
    lose(servers)
    await world.pass()
    await wait(3600)
    expect(titles()).toHaveLength(1)
  })
})

it('reports how many messages grouping saved', async () => {
  const servers = await serverGroup('A', 12)
  await rule()
  lose(servers)
  await world.pass()
  await wait(20)
  recover(servers)
  await world.pass()
  await flush()
  expect(await world.request('GET', '/api/alert-groups/noise')).toEqual({
    ...{ days: 30, groups: 1, notices: 24, messages: 2, saved: 22 },
    causes: [{ cause: 'server_group', groups: 1, notices: 24, messages: 2 }],
  })
  expect(await groups()).toMatchObject([
    {
      cause: 'server_group',
      cause_name: 'A',
      cause_text: { code: 'alerts.CAUSE_SERVER_GROUP' },
      notification_group: 'on call',
      alerts: 12,
      firing: 0,
      notices: 24,
      messages: 2,
    },
  ])
})

it('lists groups page by page', async () => {
  const servers = await serverGroup('A', 3)
  await rule({ group_by: [] })
  lose(servers)
  await world.pass()
  await wait(20)
  const ids: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor ? `&cursor=${cursor}` : ''
    const page: { items: { id: string }[]; next: string | null } = await world.request(
      'GET',
      `/api/alert-groups?limit=2${query}`,
    )
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next
  }
  expect(new Set(ids).size).toBe(3)
  expect((await world.call('GET', '/api/alert-groups?cursor=x')).status).toBe(400)
})

describe('a restart', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'svc-alerts-'))
    await world.kernel.close()
    world = await makeWorld({ dataDir })
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  async function restart() {
    const now = world.kernel.clock.now()
    await world.kernel.close()
    world = await makeWorld({ dataDir, now, facts: world.facts })
  }

  it('at any point loses nothing and repeats nothing', async () => {
    const servers = await serverGroup('A', 3)
    await rule()
    await restart()
    lose(servers)
    await world.pass()
    await restart()
    await wait(20)
    await restart()
    await wait(20)
    recover(servers)
    await world.pass()
    await restart()
    await flush()
    await restart()
    await wait(600)
    expect(messages().map(({ kind }) => kind)).toEqual(['opening', 'end'])
  })

  it.each(['alert_groups', 'alert_group_audiences', 'deliveries'])(
    'a message is queued completely or not at all: %s',
    async (table) => {
      const servers = await serverGroup('A', 2)
      await rule()
      lose(servers)
      await world.pass()
      world.kernel.database.exec(
        `CREATE TEMP TRIGGER broken BEFORE INSERT ON alerts_${table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      )
      await wait(20)
      expect(titles()).toEqual([])
      await restart()
      await wait(5)
      await wait(600)
      expect(messages().map(({ kind }) => kind)).toEqual(['opening'])
    },
  )

  it('with a clock that was set back delays nothing for long', async () => {
    const servers = await serverGroup('A', 2)
    await rule()
    lose(servers)
    await world.pass()
    world.kernel.clock.set(world.kernel.clock.now() - 86_400_000)
    await restart()
    await flush()
    expect(titles()).toHaveLength(1)
    recover(servers)
    await world.pass()
    await flush()
    expect(titles()).toHaveLength(2)
  })
})
