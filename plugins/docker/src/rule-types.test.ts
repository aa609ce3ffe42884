import alerts from '@svc/plugin-alerts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, noon, type World, web } from '../test/world.ts'
import { containerRuleTypes } from './rule-types.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld({ plugins: [alerts] })
})
afterEach(() => world.kernel.close())

type Agent = Awaited<ReturnType<World['server']>>['agent']
const rule = (rule_type: string, pattern?: string) =>
  world.call('POST', '/api/alert-rules', { name: 'containers', rules: [{ rule_type, pattern }], cover_type: 'all' })
const container = (name: string, more: object = {}) => ({ ...web, id: `${name}0`, name, ...more })

/** A pass of the evaluation, for which the host lists these containers. Time passes, but less than until the next pass. */
async function pass(agent: Agent, ...containers: object[]) {
  await world.kernel.clock.advance(6000)
  const done = world.kernel.runJob('AlertEvaluator')
  await agent.reply('docker_list_containers', { type: 'docker_containers', containers })
  await done
}
/** What happened, newest first. */
const alertsNow = async () =>
  (await world.call('GET', '/api/alert-history')).items.map(
    ({ change, message }: { change: string; message: string }) => [change, message],
  )

describe('a back-test', () => {
  it.each<[string, number]>([
    ['docker_container_stopped', 8 * 60],
    ['docker_container_unhealthy', 5 * 60],
    ['docker_container_restarting', 8 * 60],
  ])('of %s replays the events of containers', async (rule_type, seconds) => {
    const { agent } = await world.server('host')
    const happened = (ago: number, action: string, actor_name = 'web') => {
      const event = { event_type: 'container', action, actor_id: `${actor_name}0`, actor_name, attributes: {} }
      agent.send({ type: 'docker_event', event: { ...event, timestamp: noon / 1000 - ago * 60 } })
    }
    happened(500, 'start')
    happened(300, 'die')
    happened(295, 'start')
    happened(200, 'health_status: unhealthy')
    happened(195, 'health_status: healthy')
    // Three deaths in ten minutes, each followed by a start at once; another container does not match.
    for (const ago of [105, 104, 103]) {
      happened(ago, 'die')
      happened(ago, 'start')
      happened(ago, 'die', 'db')
    }
    happened(10, 'die')
    happened(7, 'destroy')
    await agent.ping()
    const rules = [{ rule_type, pattern: 'web*' }]
    const test = { rule: { rules, cover_type: 'all', trigger_mode: 'once' }, days: 7 }
    expect(await world.call('POST', '/api/alert-rules/backtest', test)).toMatchObject({
      unsupported: [],
      firing_servers: 1,
      firing_seconds: seconds,
    })
  })
})

describe('a container', () => {
  it('that is stopped fires a rule for its name, until it runs', async () => {
    const { agent } = await world.server('host')
    await rule('docker_container_stopped', 'web-*')
    await pass(agent, container('web-1'), container('db', { state: 'exited' }))
    expect(await alertsNow()).toEqual([])
    await pass(agent, container('web-1', { state: 'exited' }), container('web-2', { state: 'dead' }))
    expect(await alertsNow()).toEqual([['fired', 'host: Container stopped: web-1, web-2']])
    await pass(agent, container('web-1'), container('web-2'))
    expect(await alertsNow()).toMatchObject([
      ['resolved', 'host recovered after 6 s: Container stopped: no longer'],
      ['fired', expect.any(String)],
    ])
  })

  it.each([
    ['as our agents say it', { health: 'unhealthy', status: 'Up' }],
    ['as peers say it', { status: 'Up 5 minutes (unhealthy)' }],
  ])('that is unhealthy fires, %s', async (_, health) => {
    const { agent } = await world.server('host')
    await rule('docker_container_unhealthy')
    await pass(agent, container('web'), container('db', { health: 'starting', status: 'Up (unhealthy)' }))
    expect(await alertsNow()).toEqual([])
    await pass(agent, container('web', health))
    expect(await alertsNow()).toEqual([['fired', 'host: Container unhealthy: web']])
  })

  it('that keeps restarting fires, by its state or by its events', async () => {
    const { agent } = await world.server('host')
    await rule('docker_container_restarting')
    const die = (actor_name: string, ago: number) => {
      const event = { event_type: 'container', action: 'die', actor_id: `${actor_name}0`, actor_name, attributes: {} }
      agent.send({ type: 'docker_event', event: { ...event, timestamp: noon / 1000 - ago } })
    }
    for (const ago of [400, 30, 20]) die('db', ago)
    for (const ago of [700, 30, 20]) die('web', ago)
    await pass(agent, container('web'), container('db'), container('job', { state: 'restarting' }))
    expect(await alertsNow()).toEqual([['fired', 'host: Container keeps restarting: job, db']])
  })
})

it('a host that does not respond in time is evaluated by its last list', async () => {
  const servers = [{ id: 'web' }, { id: 'new' }] as never
  const [stopped] = containerRuleTypes({
    clock: {
      now: () => noon,
      every: () => () => {},
      after: (_, run) => {
        const pending = setImmediate(run)
        return () => clearImmediate(pending)
      },
    },
    canAsk: () => true,
    containers: {
      get: () => new Promise(() => {}),
      fresh: (id: string) => (id === 'web' ? [container('web', { state: 'exited' })] : undefined),
    },
    events: { deaths: () => [] },
  })
  const verdicts = await stopped?.judge?.({ rule_type: 'docker_container_stopped' }, servers, noon / 1000)
  expect([...(verdicts ?? [])]).toEqual([['web', { matches: true, value: 1, subjects: ['web'] }]])
})

it('hosts without Docker are asked nothing', async () => {
  const { agent } = await world.server('host', { features: [] })
  await rule('docker_container_stopped')
  await world.kernel.runJob('AlertEvaluator')
  await agent.settle()
  expect([agent.countOf('docker_list_containers'), await alertsNow()]).toEqual([0, []])
})
