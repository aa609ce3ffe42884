import { chosenSeed, makeRandom } from '@svc/kernel/testing'
import { describe, expect, it } from 'vitest'
import { makeWorld } from '../../test/alerts-world.ts'
import type { Cause } from '../grouping/plan-groups.ts'
import { intersect, withoutStart } from './minute-spans.ts'
import { type SimulationInput, simulate } from './simulate.ts'

const timelines = (all: Record<string, number[]>) =>
  Object.entries(all).map(([serverId, minutes]) => ({ serverId, minutes: Uint32Array.from(minutes) }))
const run = (all: Record<string, number[]>, more: Partial<SimulationInput> = {}) =>
  simulate({ timelines: timelines(all), mode: 'once', reminderSeconds: 300, to: 1000, ...more })

describe('spans', () => {
  it.each([
    [
      [1, 5],
      [3, 9],
      [3, 5],
    ],
    [
      [1, 5, 8, 12],
      [0, 20],
      [1, 5, 8, 12],
    ],
    [[1, 5], [5, 9], []],
    [
      [1, 10],
      [2, 3, 4, 6, 9, 12],
      [2, 3, 4, 6, 9, 10],
    ],
    [[], [1, 2], []],
  ])('%j and %j', (a, b, both) => {
    expect([...intersect(Uint32Array.from(a), Uint32Array.from(b))]).toEqual(both)
    expect([...intersect(Uint32Array.from(b), Uint32Array.from(a))]).toEqual(both)
  })
})

it('spans lose the minutes in which an alert is pending', () => {
  expect([...withoutStart(Uint32Array.of(10, 20, 30, 33), 5)]).toEqual([15, 20])
  expect([...withoutStart(Uint32Array.of(10, 20), 0)]).toEqual([10, 20])
})

describe('a simulated rule', () => {
  it('fires and recovers once per span', () => {
    expect(run({ a: [10, 20, 30, 31], b: [] })).toEqual({
      servers: [{ serverId: 'a', alerts: 2, seconds: 660, longest: 600, firedAt: [600, 1800] }],
      notices: 4,
      messages: 4,
    })
  })
  it('reminds in its interval in mode always', () => {
    expect(run({ a: [10, 21] }, { mode: 'always' }).notices).toBe(4)
  })
  it('does not recover at the end', () => {
    expect(run({ a: [990, 1000] }).notices).toBe(1)
  })

  const cause: Cause = { key: 'server_group:g', name: 'g' }
  const grouping = {
    waitSeconds: 20,
    causes: new Map(['a', 'b', 'c'].map((id) => [id, cause])),
    dependsOn: new Map(),
    isReachability: true,
  }
  it('is one message and one recovery for a group', () => {
    expect(run({ a: [10, 20], b: [10, 22], c: [12, 20], d: [10, 20] }, { grouping })).toMatchObject({
      notices: 8,
      messages: 4,
    })
  })
  it('is a message of its own after five minutes', () => {
    expect(run({ a: [10, 30], b: [20, 30] }, { grouping }).messages).toBe(4)
  })
  it('is one message for what depends on a server', () => {
    const dependsOn = new Map([
      ['a', ['router']],
      ['d', ['router']],
    ])
    expect(run({ router: [10, 40], a: [10, 40], d: [30, 40] }, { grouping: { ...grouping, dependsOn } }).messages).toBe(
      2,
    )
  })
  describe('in quiet hours', () => {
    /** From minute 60 to minute 480 of each day. */
    const quiet = { from: '01:00', to: '08:00', timeZone: 'UTC' }
    const messages = (all: Record<string, number[]>, more: Partial<SimulationInput> = {}) =>
      run(all, { to: 3000, grouping: { ...grouping, quiet }, ...more }).messages

    it('is one message in the morning when it recovered in the night', () => {
      expect(messages({ a: [100, 110], b: [100, 120] })).toBe(1)
      expect(messages({ a: [100, 110], d: [300, 310] })).toBe(2)
      expect(messages({ a: [100, 110] }, { grouping: { ...grouping, waitSeconds: 0, quiet } })).toBe(1)
    })
    it('is announced when they end while it fires, also after the end of the history', () => {
      expect(messages({ a: [100, 500] })).toBe(2)
      expect(messages({ a: [100, 400] }, { to: 400 })).toBe(1)
      expect(messages({ a: [100, 2000] })).toBe(2)
    })
    it('reminds once when they end', () => {
      expect(messages({ a: [50, 489] }, { mode: 'always' })).toBe(5)
    })
    it('changes nothing in between', () => {
      expect(messages({ a: [10, 20], b: [600, 610] })).toBe(4)
    })
  })

  it('has no number of messages when it fires all the time', () => {
    const always = Array.from({ length: 12_000 }, (_, i) => 10 + i)
    expect(run({ a: always }, { grouping, to: 20_000 })).toMatchObject({ notices: 12_000, messages: undefined })
  })
})

const quietHours = { from: '22:30', to: '22:50' }
it.each([
  ['once', null],
  ['always', null],
  ['once', quietHours],
] as const)('counts what really is sent, in mode %s, with quiet hours %j', { timeout: 60_000 }, async (mode, quiet) => {
  const seed = chosenSeed()
  console.log(`simulated alerts: SEED=${seed}`)
  const { below } = makeRandom(seed)
  const world = await makeWorld()
  try {
    const { id: group_id } = await world.request<{ id: string }>('POST', '/api/server-groups', { name: 'g' })
    const servers: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) servers.push(await world.server(name, name === 'd' ? {} : { group_id }))
    const notification_group_id = await world.makeGroup({ wait_seconds: 20, ...(quiet && { quiet_hours: quiet }) })
    await world.rule({ rules: [{ rule_type: 'lost' }], trigger_mode: mode, notification_group_id })
    const spans = new Map(servers.map((id): [string, number[]] => [id, []]))
    const first = Math.ceil(world.kernel.clock.now() / 60_000)
    const last = first + 60
    for (let minute = first; minute < last; minute += 1) {
      for (const id of servers) {
        const own = spans.get(id) as number[]
        const isLost = world.facts.lost.has(id)
        if (below(isLost ? 5 : 15) > 0) continue
        if (isLost) world.facts.lost.delete(id)
        else world.facts.lost.add(id)
        own.push(minute)
      }
      world.kernel.clock.set(minute * 60_000)
      await world.kernel.runJob('AlertEvaluator')
      for (const second of [0, 20, 40]) {
        world.kernel.clock.set(minute * 60_000 + second * 1000)
        await world.kernel.runJob('AlertGrouper')
      }
      // Pretend that all were sent, because long queues are merged.
      world.kernel.database.exec("UPDATE alerts_deliveries SET state = 'sent' WHERE state = 'waiting'")
    }
    for (const own of spans.values()) if (own.length % 2 === 1) own.push(last)
    const causes = new Map(servers.slice(0, 3).map((id) => [id, { key: `server_group:${group_id}`, name: 'g' }]))
    const simulated = simulate({
      timelines: [...spans].map(([serverId, minutes]) => ({ serverId, minutes: Uint32Array.from(minutes) })),
      mode,
      reminderSeconds: 300,
      to: last,
      grouping: {
        ...{ waitSeconds: 20, causes, dependsOn: new Map(), isReachability: true },
        ...(quiet && { quiet: { ...quiet, timeZone: 'UTC' } }),
      },
    })
    const { notices, groups } = world.kernel.database
      .prepare('SELECT sum(notices) AS notices, count(*) AS groups FROM alerts_alert_groups')
      .get() as { notices: number; groups: number }
    expect(simulated.notices).toBe(notices)
    expect(groups).toBeGreaterThan(2)
    const kinds = world.kernel.database
      .prepare("SELECT notice_json ->> '$.thread.kind' AS kind FROM alerts_deliveries")
      .pluck()
      .all()
    const counted = (kind: string) => kinds.filter((one) => one === kind).length
    // Reminders of a group may shift against those of its alerts.
    const exact = counted('opening') + counted('end')
    const reminders = counted('reminder')
    expect(Math.abs((simulated.messages ?? 0) - exact - reminders)).toBeLessThanOrEqual(mode === 'once' ? 0 : reminders)
  } finally {
    await world.kernel.close()
  }
})
