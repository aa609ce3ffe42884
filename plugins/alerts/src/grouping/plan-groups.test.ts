import { describe, expect, it } from 'vitest'
import type { MemberRow } from './alert-groups-store.ts'
import { type OpenGroup, planGroups, type Surroundings } from './plan-groups.ts'

const now = 10_000

let lastId = 0
const member = (server_id: string, more: Partial<MemberRow> = {}): MemberRow => {
  lastId += 1
  return {
    id: lastId,
    alert_group_id: null,
    notification_group_id: 'on-call',
    rule_id: 'offline',
    subject_kind: 'server',
    server_id,
    source: '',
    server_name: server_id,
    reachability: 1,
    notice_json: '{}',
    created_at: now,
    resolved_at: null,
    recovered: 0,
    notices: 1,
    ...more,
  }
}
const hot = (server_id: string) => member(server_id, { rule_id: 'heat', reachability: 0 })

const open = (id: string, cause_key: string, unreachable: string[], age = 0): OpenGroup => ({
  ...{ id, cause_key, cause_name: cause_key, last_joined_at: now - age, unreachable },
})

const facts = (more: Partial<Surroundings> = {}): Surroundings => ({
  now,
  isOwnNetwork: false,
  unreachable: new Set(),
  dependsOn: () => [],
  nameOf: (id) => id.toUpperCase(),
  placeOf: () => undefined,
  ...more,
})
const dependencies = (all: Record<string, string[]>): Partial<Surroundings> => ({ dependsOn: (id) => all[id] ?? [] })
/** Names such as `fra-1` are in the group `fra`. */
const grouped: Partial<Surroundings> = {
  placeOf({ server_id: id }) {
    const name = id.split('-')[0] ?? ''
    return id.includes('-') ? { key: `server_group:${name}`, name } : undefined
  },
}

const plan = (waiting: MemberRow[], opened: OpenGroup[], more: Partial<Surroundings> = {}) =>
  planGroups(waiting, opened, facts(more)).map(({ id, cause, members }) => [
    id ?? 'new',
    cause.key,
    members.map(({ server_id }) => server_id).join(' '),
  ])

describe('alerts without a common cause', () => {
  it('are messages of their own', () => {
    expect(plan([member('a'), hot('a'), member('b')], [])).toEqual([
      ['new', 'alert:offline:a', 'a'],
      ['new', 'alert:heat:a', 'a'],
      ['new', 'alert:offline:b', 'b'],
    ])
  })
})

describe('by server group', () => {
  it('all alerts of a group join, of whatever rule', () => {
    expect(plan([member('fra-1'), hot('fra-2'), member('nyc-1'), member('x')], [], grouped)).toEqual([
      ['new', 'server_group:fra', 'fra-1 fra-2'],
      ['new', 'server_group:nyc', 'nyc-1'],
      ['new', 'alert:offline:x', 'x'],
    ])
  })

  it.each([
    ['joins an open group within five minutes', 299, 'g'],
    ['starts a new one later', 300, 'new'],
    ['joins when the clock was set back a little', -60, 'g'],
    ['starts a new one when it was set back far', -3600, 'new'],
  ])('a later alert %s', (_, age, id) => {
    expect(plan([member('fra-2')], [open('g', 'server_group:fra', ['fra-1'], age)], grouped)).toEqual([
      [id, 'server_group:fra', 'fra-2'],
    ])
  })
})

describe('by dependency', () => {
  const router = dependencies({ 'fra-1': ['router'], 'nyc-1': ['router'], deep: ['fra-1'] })

  it('all that is behind an unreachable server joins it, across groups', () => {
    expect(
      plan([member('fra-1'), member('nyc-1'), member('router'), member('deep')], [], { ...grouped, ...router }),
    ).toEqual([['new', 'dependency:router', 'fra-1 nyc-1 router deep']])
  })

  it('a server that is reachable explains nothing', () => {
    expect(plan([member('fra-1'), member('nyc-1')], [], router)).toEqual([
      ['new', 'alert:offline:fra-1', 'fra-1'],
      ['new', 'alert:offline:nyc-1', 'nyc-1'],
    ])
  })

  it('high load does not depend on it', () => {
    expect(plan([hot('fra-1'), member('router')], [], router)).toEqual([
      ['new', 'alert:heat:fra-1', 'fra-1'],
      ['new', 'alert:offline:router', 'router'],
    ])
  })

  it('what follows joins as long as the server cannot be reached', () => {
    const opened = [open('g', 'alert:offline:router', ['router'], 86_400)]
    expect(plan([member('fra-1')], opened, router)).toEqual([['g', 'dependency:router', 'fra-1']])
  })

  it('a server that is lost after what depends on it joins their group', () => {
    const opened = [open('g', 'server_group:fra', ['fra-1'], 60)]
    expect(plan([member('router')], opened, { ...grouped, ...router })).toEqual([['g', 'dependency:router', 'router']])
  })

  it('of several servers on the way the last one counts', () => {
    const both = dependencies({ web: ['b', 'a'], a: ['core'] })
    expect(plan([member('web'), member('a'), member('core')], [], both)).toEqual([
      ['new', 'dependency:core', 'web a core'],
    ])
  })

  it('an unreachable target explains what depends on it, as long as it cannot be reached', () => {
    const behind = dependencies({ 'fra-1': ['uplink'], 'fra-2': ['uplink'] })
    const lost = { ...grouped, ...behind, unreachable: new Set(['uplink']) }
    expect(plan([member('fra-1'), hot('fra-2')], [], lost)).toEqual([
      ['new', 'target:uplink', 'fra-1'],
      ['new', 'server_group:fra', 'fra-2'],
    ])
    const opened = [open('g', 'target:uplink', ['fra-1'], 86_400)]
    expect(plan([member('fra-2')], opened, lost)).toEqual([['g', 'target:uplink', 'fra-2']])
    expect(plan([member('fra-2')], opened, { ...grouped, ...behind })).toEqual([['new', 'server_group:fra', 'fra-2']])
  })

  it('survives a cycle', () => {
    const cycle = dependencies({ a: ['b'], b: ['a'] })
    expect(
      plan([member('a'), member('b')], [], cycle)
        .flatMap(([, , servers]) => servers?.split(' '))
        .sort(),
    ).toEqual(['a', 'b'])
  })
})

it('when this server lost its network, all lost servers are one group, and nothing else', () => {
  const waiting = [member('fra-1'), member('nyc-1'), hot('x')]
  expect(plan(waiting, [], { ...grouped, isOwnNetwork: true })).toEqual([
    ['new', 'network:', 'fra-1 nyc-1'],
    ['new', 'alert:heat:x', 'x'],
  ])
  expect(plan([member('a')], [open('g', 'network:', ['fra-1'])], { isOwnNetwork: true })).toEqual([
    ['g', 'network:', 'a'],
  ])
})

it('plans 10,000 lost servers behind one router', () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => `s${i}`)
  const planned = plan(
    [...ids, 'router'].map((id) => member(id)),
    [],
    { dependsOn: (id) => (id === 'router' ? [] : ['router']) },
  )
  expect(planned).toHaveLength(1)
})
