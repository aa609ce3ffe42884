import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bell, hot, makeWorld, type World } from '../../test/alerts-world.ts'
import type { ChangeRow } from './changes-store.ts'
import type { StateRow } from './states-store.ts'

const place = fc.nat({ max: 2 })
const mode = fc.constantFrom('always', 'once')
const edit = fc.oneof(
  fc.record({ enabled: fc.boolean() }),
  fc.record({ trigger_mode: mode }),
  fc.record({ rules: fc.constantFrom([hot], [{ ...hot, min: 80 }]) }),
  fc.record({ cover_type: fc.constant('all') }),
  fc.record({ cover: fc.constantFrom('include', 'exclude'), place }),
)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(60, 60, 300, 700, -1, -3600) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('heat' as const), place, hot: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), place, held: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ring' as const), place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), rule: place, edit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteRule' as const), rule: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteServer' as const), place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const makeRule = (world: World, index: number) =>
  world.rule({
    name: `rule ${index}`,
    trigger_mode: index === 0 ? 'once' : 'always',
    ...(index === 2 && { rules: [bell] }),
  })

const keyOf = ({ rule_id, server_id }: { rule_id: string; server_id: string }) => `${rule_id}:${server_id}`

/** All notifications, oldest first. */
const sentBy = ({ kernel: { database } }: World) =>
  database
    .prepare('SELECT event, notice_json FROM alerts_deliveries ORDER BY id')
    .all()
    .map((row) => {
      const { event, notice_json } = row as { event: string; notice_json: string }
      return { event, key: keyOf(JSON.parse(notice_json).variables) }
    })

/** Runs the steps and calls `check` after each. */
async function runSteps(dataDir: string, steps: readonly Step[], check: (world: World) => void) {
  let world = await makeWorld({ dataDir })
  let made = 0
  const addServer = () => world.server(`server-${made++}`)
  const servers = [await addServer(), await addServer(), await addServer()]
  const rules = await Promise.all([0, 1, 2].map(async (index) => (await makeRule(world, index)).id))
  const group = await world.groupId()

  async function act(one: Step): Promise<void> {
    if (one.do === 'pass') return world.pass(one.seconds)
    if (one.do === 'heat') return void world.facts.heat.set(servers[one.place] as string, one.hot ? 95 : 10)
    if (one.do === 'hold') {
      if (one.held) world.facts.silenced.add(servers[one.place] as string)
      else world.facts.silenced.delete(servers[one.place] as string)
      return
    }
    if (one.do === 'ring') return world.ring(servers[one.place] as string)
    if (one.do === 'edit') {
      const { cover, place: at, ...rest } = { cover: undefined, place: 0, ...one.edit }
      const isEvent = one.rule === 2
      const input = cover ? { cover_type: cover, server_ids: [servers[at]] } : isEvent && 'rules' in rest ? {} : rest
      return void (await world.change(rules[one.rule] as string, input))
    }
    if (one.do === 'fail') {
      const { database } = world.kernel
      database.exec("CREATE TEMP TRIGGER f BEFORE INSERT ON alerts_deliveries BEGIN SELECT RAISE(ABORT, 'full'); END")
      await world.pass()
      return void database.exec('DROP TRIGGER f')
    }
    if (one.do === 'deleteRule') {
      await world.request('DELETE', `/api/alert-rules/${rules[one.rule]}`)
      const input = { name: `rule ${one.rule}`, notification_group_id: group, rules: one.rule === 2 ? [bell] : [hot] }
      rules[one.rule] = (await world.request<{ id: string }>('POST', '/api/alert-rules', input)).id
      return
    }
    if (one.do === 'deleteServer') {
      await world.request('DELETE', `/api/servers/${servers[one.place]}`)
      servers[one.place] = await addServer()
      return
    }
    const now = world.kernel.clock.now()
    await world.kernel.close()
    world = await makeWorld({ dataDir, now, facts: world.facts })
  }

  /** Number of notifications at the last configuration change: alerts closed by it are not sent. */
  let changed = 0
  const calm: readonly Step[] = [
    ...[0, 1, 2].flatMap((at): Step[] => [
      { do: 'hold', place: at, held: false },
      { do: 'heat', place: at, hot: false },
    ]),
    { do: 'pass', seconds: 60 },
    { do: 'pass', seconds: 60 },
  ]

  try {
    for (const one of [...steps, ...calm]) {
      await act(one)
      check(world)
      if (one.do === 'edit' || one.do.startsWith('delete')) changed = world.notices().length
      // Pretend that all were sent, because long queues are merged.
      world.kernel.database.exec("UPDATE alerts_deliveries SET state = 'sent' WHERE state = 'waiting'")
    }
    const last = new Map(
      sentBy(world)
        .slice(changed)
        .map(({ event, key }) => [key, event]),
    )
    const unresolved = [...last].filter(([key, event]) => event === 'triggered' && !key.startsWith(rules[2] as string))
    expect(unresolved, 'every sent alert that is over was reported as recovered').toEqual([])
  } finally {
    await world.kernel.close()
  }
}

/** A sent alert that recovers and fires again while silenced. */
const flapping = [true, false, true, false].flatMap((hot): Step[] => [
  { do: 'heat', place: 0, hot },
  { do: 'pass', seconds: 60 },
  { do: 'hold', place: 0, held: true },
])

/** The firing alerts according to the history. */
function replay(changes: readonly ChangeRow[]) {
  const firing = new Map<string, number>()
  for (const change of changes) {
    const current = firing.get(keyOf(change))
    if (change.change === 'fired') {
      expect(current).toBeUndefined()
      firing.set(keyOf(change), change.at)
      continue
    }
    expect(current).toBeDefined()
    if (change.change === 'resolved') firing.delete(keyOf(change))
  }
  return firing
}

/** Each alert that was not silenced was sent, and each sent alert is resolved at most once. */
function compareNotices(changes: readonly ChangeRow[], notices: readonly { event: string; key: string }[]) {
  const sent = changes.filter((change) => change.change === 'fired' && !change.suppressed)
  const triggered = notices.filter(({ event }) => event === 'triggered')
  const count = (keys: readonly string[], key: string) => keys.filter((one) => one === key).length
  const [fired, notified] = [sent.map(keyOf), triggered.map(({ key }) => key)]
  for (const key of new Set(fired)) expect(count(notified, key)).toBeGreaterThanOrEqual(count(fired, key))
  const isNotified = new Set<string>()
  for (const { event, key } of notices) {
    if (event === 'triggered') isNotified.add(key)
    else expect(isNotified.delete(key), `${key} was resolved without having been triggered`).toBe(true)
  }
  const recovered = changes.filter(({ reason }) => reason === 'recovered')
  expect(notices.length - triggered.length).toBeLessThanOrEqual(recovered.length)
}

it('after any sequence of events, history, states and notifications are consistent', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 60 }), async (steps) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'svc-alerts-'))
      try {
        await runSteps(dataDir, steps, (world) => {
          const { database } = world.kernel
          const changes = database.prepare('SELECT * FROM alerts_changes ORDER BY id').all() as ChangeRow[]
          const states = database.prepare('SELECT * FROM alerts_states').all() as StateRow[]
          const firing = states.filter(({ resolved_at }) => resolved_at === null)
          expect(replay(changes)).toEqual(new Map(firing.map((state) => [keyOf(state), state.first_triggered_at])))
          compareNotices(changes, sentBy(world))
        })
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    }),
    { numRuns: 25, examples: [[flapping]] },
  )
})
