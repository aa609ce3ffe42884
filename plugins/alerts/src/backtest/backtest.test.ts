import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hot, makeWorld, start, type World } from '../../test/alerts-world.ts'
import { type RuleHistory, ruleHistories } from '../contract.ts'
import type { BacktestResult } from './backtest-schema.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const now = Math.floor(start / 60_000)
/** Spans by server id and lower bound. */
let history: Record<string, Record<number, number[]>>
let replays: Parameters<RuleHistory['replay']>[]
let pause: Promise<void> | undefined
const histories = definePlugin({
  id: 'histories',
  setup: () => ({
    contributes: contribute(ruleHistories, {
      type: 'heat',
      async replay(...args) {
        replays.push(args)
        await pause
        const [condition, servers] = args
        return new Map(
          servers.flatMap(({ id }) => {
            const minutes = history[id]?.[condition.min ?? 0]
            return minutes ? [[id, Uint32Array.from(minutes)]] : []
          }),
        )
      },
    }),
  }),
})

let world: World
beforeEach(async () => {
  history = {}
  replays = []
  pause = undefined
  world = await makeWorld({ plugins: [histories] })
})
afterEach(() => world.kernel.close())

const rules = [hot]
const test = (rule: object, days: 7 | 30 = 7) =>
  world.request<BacktestResult>('POST', '/api/alert-rules/backtest', { rule, days })

describe('a back-test', () => {
  it('tells when, how long, where and how often it would have notified', async () => {
    const [a, b, c] = [await world.server('a'), await world.server('b'), await world.server('c')]
    history = { [a]: { 90: [now - 1500, now - 1440, now - 30, now] }, [b]: { 90: [now - 10, now - 5] } }
    const result = await test({ rules, trigger_mode: 'once' })
    expect(result).toMatchObject({
      from: '2023-11-07T22:13:00Z',
      to: '2023-11-14T22:13:00Z',
      ...{ servers: 3, unsupported: [], alerts: 3, firing_servers: 2, firing_seconds: 95 * 60, longest_seconds: 3600 },
      ...{ notices: 5, messages: 5 },
      top: [
        { server_id: a, server_name: 'a', alerts: 2, firing_seconds: 90 * 60, last_at: '2023-11-14T21:43:00Z' },
        { server_id: b, server_name: 'b', alerts: 1, firing_seconds: 300, last_at: '2023-11-14T22:03:00Z' },
      ],
    })
    expect(result.per_day.map(({ alerts }) => alerts)).toEqual([0, 0, 0, 0, 0, 1, 2])
    expect(c).toBeTruthy()
    expect(replays[0]?.[2]).toEqual({ from: now - 7 * 1440, to: now })
    expect((await test({ rules }, 30)).per_day).toHaveLength(30)
  })

  it('needs all conditions at once', async () => {
    const a = await world.server('a')
    history = { [a]: { 90: [now - 100, now - 50], 50: [now - 60, now - 10] } }
    const both = [hot, { rule_type: 'heat', min: 50 }]
    expect(await test({ rules: both, trigger_mode: 'once' })).toMatchObject({ alerts: 1, firing_seconds: 600 })
  })

  it('covers the servers of the rule', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const span = { 90: [now - 10, now - 5] }
    history = { [a]: span, [b]: span }
    expect(await test({ rules, cover_type: 'exclude', server_ids: [a] })).toMatchObject({
      servers: 1,
      firing_servers: 1,
    })
  })

  it('counts messages with the grouping of the notification group', async () => {
    const { id: group_id } = await world.request<{ id: string }>('POST', '/api/server-groups', { name: 'g' })
    for (const name of ['a', 'b', 'c']) {
      history[await world.server(name, { group_id })] = { 90: [now - 20, now - 10] }
    }
    const rule = { rules, trigger_mode: 'once', notification_group_id: await world.makeGroup({ wait_seconds: 20 }) }
    expect(await test(rule)).toMatchObject({ notices: 6, messages: 2 })
    expect(await test({ ...rule, immediate: true })).toMatchObject({ notices: 6, messages: 6 })
    expect(await test({ ...rule, notification_group_id: await world.groupId() })).toMatchObject({ messages: 6 })
  })

  it('says which conditions have no history', async () => {
    const a = await world.server('a')
    history = { [a]: { 90: [now - 10, now] } }
    const result = await test({ rules: [hot, { rule_type: 'lost' }] })
    expect(result).toMatchObject({ unsupported: ['lost'], alerts: 0, top: [] })
    expect(replays).toEqual([])
  })

  it('of a rule without conditions finds nothing', async () => {
    await world.server('a')
    expect(await test({ rules: [] })).toMatchObject({ alerts: 0, messages: 0 })
  })

  it('validates the rule, and saves nothing', async () => {
    const post = (body: object, who: 'admin' | 'member' = 'admin') =>
      world.call('POST', '/api/alert-rules/backtest', body, who)
    expect((await post({ rule: { rules: [{ rule_type: 'heat' }] }, days: 7 })).status).toBe(422)
    expect((await post({ rule: { rules, cover_type: 'include', server_ids: ['nope'] }, days: 7 })).status).toBe(422)
    expect((await post({ rule: { rules, notification_group_id: 'nope' }, days: 7 })).status).toBe(422)
    expect((await post({ rule: { rules }, days: 8 })).status).toBe(422)
    expect((await post({ rule: { rules }, days: 7 }, 'member')).status).toBe(403)
    expect(await world.request('GET', '/api/alert-rules')).toEqual([])
  })

  it('runs twice at a time at most', async () => {
    await world.server('a')
    const { promise, resolve } = Promise.withResolvers<void>()
    pause = promise
    const running = [test({ rules }), test({ rules })]
    await vi.waitFor(() => expect(replays).toHaveLength(2))
    const { status } = await world.call('POST', '/api/alert-rules/backtest', { rule: { rules }, days: 7 })
    expect(status).toBe(429)
    resolve()
    await Promise.all(running)
    expect((await test({ rules })).alerts).toBe(0)
  })
})
