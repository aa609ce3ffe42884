import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '@svc/plugin-sdk'

/** How a hint is limited: in which unit, and whether low values are bad. */
export interface LimitRange {
  readonly unit: 'percent' | 'celsius' | 'per_core' | 'days'
  /** lower is worse */
  readonly below?: true
  readonly max: number
  readonly warning: number | null
  readonly critical: number | null
}

/** The hints with their units and the limits of a new installation, in order of importance. */
export const limitRanges = {
  disk: { unit: 'percent', max: 100, warning: 90, critical: 95 },
  memory: { unit: 'percent', max: 100, warning: 90, critical: 96 },
  cpu: { unit: 'percent', max: 100, warning: 90, critical: 97 },
  temperature: { unit: 'celsius', max: 200, warning: 80, critical: 90 },
  load: { unit: 'per_core', max: 1000, warning: 2, critical: 4 },
  disk_full: { unit: 'days', below: true, max: 30, warning: 14, critical: 3 },
  traffic: { unit: 'percent', max: 1000, warning: 80, critical: 100 },
  traffic_forecast: { unit: 'percent', max: 1000, warning: 100, critical: null },
  expires: { unit: 'days', below: true, max: 365, warning: 7, critical: 1 },
  swap: { unit: 'percent', max: 100, warning: 60, critical: null },
} as const satisfies Readonly<Record<string, LimitRange>>

export type HintId = keyof typeof limitRanges
export const hintIds = Object.keys(limitRanges) as readonly HintId[]
export const rangeOf = (id: HintId): LimitRange => limitRanges[id]

const limit = (max: number, description: string) => Nullable(Type.Number({ minimum: 0, maximum: max, description }))

/** Null switches a level off. */
const limitsOf = ({ max }: LimitRange) =>
  Type.Object({ warning: limit(max, 'null: never a warning'), critical: limit(max, 'null: never critical') })

export const Limits = Type.Object({
  warning: Nullable(Type.Number()),
  critical: Nullable(Type.Number()),
})
export type Limits = Static<typeof Limits>

type LimitSchemas = { readonly [K in HintId]: typeof Limits }

/** From which values on a server counts as unhealthy, by hint. */
export const HealthLimits = Type.Object(
  Object.fromEntries(hintIds.map((id) => [id, limitsOf(rangeOf(id))])) as unknown as LimitSchemas,
)
export type HealthLimits = Readonly<Record<HintId, Limits>>

export const defaultLimits: HealthLimits = Object.fromEntries(
  hintIds.map((id) => [id, { warning: rangeOf(id).warning, critical: rangeOf(id).critical }]),
) as Record<HintId, Limits>
