import type { Server } from '@svc/plugin-enrollment/contract'
import { type CodedText, contribute, definePlugin, text } from '@svc/plugin-sdk'
import {
  type Condition,
  channels,
  type RuleType,
  ruleTypes,
  silencers,
  usageSources,
  type Verdict,
  withinBounds,
} from '../src/contract.ts'

/** A text that is the same in all languages. */
export const literal = (reason: string): CodedText => text('alerts.FAILED_FOR', { reason })

/** Values set by a test, and the recorded evaluations. */
export interface Facts {
  /** values of `heat`, in percent, by server */
  readonly heat: Map<string, number>
  readonly traffic: Map<string, number>
  /** servers that cannot be reached */
  readonly lost: Set<string>
  readonly silenced: Set<string>
  /** what silences them */
  silencer: string | undefined
  /** called before each evaluation; may throw or wait */
  before: (type: string) => void | Promise<void>
  readonly evaluations: { readonly type: string; readonly condition: Condition; readonly servers: readonly string[] }[]
  /** texts received by the test channel */
  readonly received: string[]
}

export const makeFacts = (): Facts => ({
  heat: new Map(),
  traffic: new Map(),
  lost: new Set(),
  silenced: new Set(),
  silencer: undefined,
  before: () => {},
  evaluations: [],
  received: [],
})

/** A plugin with rule types of every kind, a silencer, a usage source, and a channel that records its notifications. */
export function testTypes(facts: Facts) {
  const evaluateWith =
    (type: string, values: ReadonlyMap<string, number>, matches: (condition: Condition, value: number) => boolean) =>
    async (condition: Condition, servers: readonly Server[]): Promise<Map<string, Verdict>> => {
      facts.evaluations.push({ type, condition, servers: servers.map(({ id }) => id) })
      await facts.before(type)
      return new Map(
        servers.flatMap(({ id }) => {
          const value = values.get(id)
          return value === undefined ? [] : [[id, { matches: matches(condition, value), value }]]
        }),
      )
    }
  const heat: RuleType = {
    type: 'heat',
    name: literal('Heat'),
    kind: 'threshold',
    unit: 'percent',
    fields: ['min', 'max'],
    judge: evaluateWith('heat', facts.heat, withinBounds),
  }
  const traffic: RuleType = {
    type: 'traffic',
    name: literal('Traffic'),
    kind: 'traffic',
    unit: 'bytes',
    fields: ['cycle_interval', 'cycle_limit'],
    judge: evaluateWith(
      'traffic',
      facts.traffic,
      ({ cycle_limit }, value) => value >= (cycle_limit ?? Number.POSITIVE_INFINITY),
    ),
  }
  const lost: RuleType = {
    type: 'lost',
    name: literal('Lost'),
    kind: 'state',
    unit: null,
    isReachability: true,
    fields: [],
    judge: (_, servers) => new Map(servers.map(({ id }) => [id, { matches: facts.lost.has(id), value: null }])),
  }
  const named: RuleType = { type: 'named', name: literal('Named'), kind: 'state', unit: null, fields: ['pattern'] }
  const bell: RuleType = { type: 'bell', name: literal('Bell'), kind: 'event', unit: null, fields: [] }
  const knock: RuleType = {
    type: 'knock',
    name: literal('Knock'),
    kind: 'event',
    perSource: true,
    unit: null,
    fields: ['min_failed_count', 'dedupe_window_seconds'],
  }
  return definePlugin({
    id: 'test-types',
    setup: () => ({
      contributes: [
        ...contribute(ruleTypes, heat, traffic, lost, named, bell, knock),
        ...contribute(silencers, {
          plugin: 'test-types',
          silences: (id) => facts.silenced.has(id) && (facts.silencer ?? true),
        }),
        ...contribute(usageSources, {
          plugin: 'test-types',
          of: (id) => ({ cpu: facts.heat.get(id) ?? null, memory: null }),
        }),
        ...contribute(channels, {
          type: 'inbox',
          name: literal('Inbox'),
          secrets: [],
          parse: (config) => config,
          deliver: async (_, { event, text: body }) => void facts.received.push(`${event}: ${body}`),
        }),
      ],
    }),
  })
}
