import { type Static, type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from '@svc/plugin-sdk'

/** How a hint is limited: in which unit, and whether low values are bad. */
export interface LimitRange {
  readonly unit: 'percent' | 'celsius' | 'per_core' | 'days'
  /** lower is worse */
  readonly below?: true
  /** only where the traffic of servers is known */
  readonly needsTraffic?: true
  readonly max: number
  readonly warning: number | null
  readonly critical: number | null
}

/** The hints with their units and the limits of a new installation, in order of importance. */
export const limitRanges = {
  disk: { unit: 'percent', max: 100, warning: 90, critical: 95 },
  inodes: { unit: 'percent', max: 100, warning: 90, critical: 95 },
  memory: { unit: 'percent', max: 100, warning: 90, critical: 96 },
  cpu: { unit: 'percent', max: 100, warning: 90, critical: 97 },
  temperature: { unit: 'celsius', max: 200, warning: 80, critical: 90 },
  load: { unit: 'per_core', max: 1000, warning: 2, critical: 4 },
  disk_full: { unit: 'days', below: true, max: 30, warning: 14, critical: 3 },
  traffic: { unit: 'percent', needsTraffic: true, max: 1000, warning: 80, critical: 100 },
  traffic_forecast: { unit: 'percent', needsTraffic: true, max: 1000, warning: 100, critical: null },
  expires: { unit: 'days', below: true, max: 365, warning: 7, critical: 1 },
  swap: { unit: 'percent', max: 100, warning: 60, critical: null },
} as const satisfies Readonly<Record<string, LimitRange>>

export type HintId = keyof typeof limitRanges
export const hintIds = Object.keys(limitRanges) as readonly HintId[]
export const rangeOf = (id: HintId): LimitRange => limitRanges[id]

export const Limits = Type.Object({
  warning: Nullable(Type.Number()),
  critical: Nullable(Type.Number()),
})
/** Null switches a level off. */
export type Limits = Static<typeof Limits>
export type HealthLimits = Readonly<Record<HintId, Limits>>

type TrafficHintId = 'traffic' | 'traffic_forecast'

/** Members by hint; those about traffic are optional. */
const byHint = <T extends TSchema>(schemaOf: (range: LimitRange) => T) =>
  Type.Object(
    Object.fromEntries(
      hintIds.map((id) => {
        const schema = schemaOf(rangeOf(id))
        return [id, rangeOf(id).needsTraffic ? Type.Optional(schema) : schema]
      }),
    ) as unknown as { readonly [K in HintId]: K extends TrafficHintId ? TOptional<T> : T },
  )

const limit = (max: number, description: string) => Nullable(Type.Number({ minimum: 0, maximum: max, description }))

/** From which values on a server counts as unhealthy, by hint. Those of traffic stay if they are absent. */
export const HealthLimitsInput = byHint(({ max }) =>
  Type.Object({ warning: limit(max, 'null: never a warning'), critical: limit(max, 'null: never critical') }),
)

const units = ['percent', 'celsius', 'per_core', 'days'] as const

/** The limits with what is to know about each; those of traffic only where it is known. */
export const HealthLimitsView = byHint(() =>
  Type.Object({
    ...Limits.properties,
    unit: OneOf(...units),
    below: Type.Boolean({ description: 'lower values are worse' }),
    max: Type.Number(),
    default: Limits,
  }),
)
export type HealthLimitsView = Static<typeof HealthLimitsView>

const limitsOf = ({ warning, critical }: Limits): Limits => ({ warning, critical })

/** The limits without anything else. */
export const pickLimits = (of: HealthLimits): HealthLimits =>
  Object.fromEntries(hintIds.map((id) => [id, limitsOf(of[id])])) as Record<HintId, Limits>

export const defaultLimits: HealthLimits = pickLimits(limitRanges)

export const viewOf = (limits: HealthLimits, { hasTraffic }: { readonly hasTraffic: boolean }): HealthLimitsView =>
  Object.fromEntries(
    hintIds
      .filter((id) => hasTraffic || !rangeOf(id).needsTraffic)
      .map((id) => {
        const { unit, below = false, max } = rangeOf(id)
        return [id, { ...limits[id], unit, below, max, default: defaultLimits[id] }]
      }),
  ) as unknown as HealthLimitsView
