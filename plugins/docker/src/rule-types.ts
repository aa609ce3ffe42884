import { setImmediate } from 'node:timers/promises'
import { matchesPattern, type RuleType, type Verdict } from '@svc/plugin-alerts/contract'
import type { Server } from '@svc/plugin-enrollment/contract'
import { type Clock, text } from '@svc/plugin-sdk'
import { deathsSeconds, minDeaths } from './alerting/container-states.ts'
import type { CanAsk } from './can-ask.ts'
import { healthOf } from './container-states.ts'
import type { EventsStore } from './events/events-store.ts'
import type { HostState } from './host-state.ts'
import type { Container } from './wire.ts'

/** A host that responds later is evaluated by its last list. */
const timeoutMs = 5000
const maxAgeMs = 150_000
const serversPerTurn = 25

interface Dependencies {
  readonly clock: Clock
  readonly canAsk: CanAsk
  readonly containers: Pick<HostState['containers'], 'get' | 'fresh'>
  readonly events: Pick<EventsStore, 'deaths'>
}

const stopped = new Set(['exited', 'dead'])

/** Rule types about containers, whose names a pattern of the condition may choose. */
export function containerRuleTypes({ clock, canAsk, containers, events }: Dependencies): RuleType[] {
  /** One request per host and pass serves all conditions. */
  const listOf = async (serverId: string): Promise<readonly Container[] | undefined> => {
    const timeout = Promise.withResolvers<undefined>()
    const cancel = clock.after(timeoutMs, () => timeout.resolve(undefined))
    const list = await Promise.race([containers.get(serverId).catch(() => undefined), timeout.promise])
    cancel()
    return list ?? containers.fresh(serverId, maxAgeMs)
  }

  const listsOf = async (servers: readonly Server[]) => {
    const reachable = servers.filter(({ id }) => canAsk(id))
    const lists = await Promise.all(reachable.map(async ({ id }) => [id, await listOf(id)] as const))
    return lists.filter((entry): entry is [string, readonly Container[]] => entry[1] !== undefined)
  }

  /** `namesOf` finds the containers of a host; those with a matching name count. */
  const judging =
    (namesOf: (list: readonly Container[], serverId: string, now: number) => readonly string[]): RuleType['judge'] =>
    async (condition, servers, now) => {
      const verdicts = new Map<string, Verdict>()
      for (const [i, [id, list]] of (await listsOf(servers)).entries()) {
        if (i > 0 && i % serversPerTurn === 0) await setImmediate()
        const subjects = namesOf(list, id, now).filter((name) => matchesPattern(condition, name))
        verdicts.set(id, { matches: subjects.length > 0, value: subjects.length, subjects })
      }
      return verdicts
    }

  const withState = (matches: (container: Container) => boolean) =>
    judging((list) => list.filter(matches).map(({ name }) => name))

  const restarting = judging((list, serverId, now) => {
    const names = new Map(list.map(({ id, name }) => [id, name]))
    const dying = events.deaths(serverId, now - deathsSeconds, minDeaths)
    const found = list.filter(({ state }) => state === 'restarting').map(({ name }) => name)
    return [...new Set([...found, ...dying.map(({ actor_id, name }) => names.get(actor_id) ?? name ?? actor_id)])]
  })

  const common = { kind: 'state', unit: null, fields: ['pattern'] } as const
  return [
    {
      ...common,
      type: 'docker_container_stopped',
      name: text('docker.CONTAINER_STOPPED'),
      judge: withState(({ state }) => stopped.has(state)),
    },
    {
      ...common,
      type: 'docker_container_unhealthy',
      name: text('docker.CONTAINER_UNHEALTHY'),
      judge: withState((container) => healthOf(container) === 'unhealthy'),
    },
    {
      ...common,
      type: 'docker_container_restarting',
      name: text('docker.CONTAINER_RESTARTING'),
      judge: restarting,
    },
  ]
}
