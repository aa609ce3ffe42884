import { type Database, data, invalid, type Registry, type Routes } from '@svc/plugin-sdk'
import type { Audit, Settings } from '@svc/plugin-system/contract'
import type { TrafficShares } from '../contract.ts'
import {
  defaultLimits,
  type HealthLimits,
  HealthLimitsInput,
  HealthLimitsView,
  hintIds,
  pickLimits,
  rangeOf,
  viewOf,
} from './limit-schema.ts'

const key = 'health_limits'

interface Dependencies {
  readonly settings: Pick<Settings, 'get' | 'set'>
  readonly db: Pick<Database, 'afterCommit'>
  onChanged(): void
}

/** The stored limits; those of hints that were added since have their defaults. */
export function makeLimits({ settings, db, onChanged }: Dependencies) {
  let current: HealthLimits | undefined
  return {
    get(): HealthLimits {
      current ??= { ...defaultLimits, ...settings.get<Partial<HealthLimits>>(key) }
      return current
    },
    set(limits: HealthLimits) {
      settings.set(key, limits)
      db.afterCommit(() => {
        current = limits
        onChanged()
      })
    },
  }
}
export type LimitSettings = ReturnType<typeof makeLimits>

/** Critical must be worse than a warning. */
function check(limits: HealthLimits): void {
  for (const id of hintIds) {
    const { warning, critical } = limits[id]
    if (warning === null || critical === null) continue
    const { below } = rangeOf(id)
    if (below ? critical > warning : critical < warning) {
      throw invalid(`${id}.critical`, below ? 'metrics.LIMIT_NOT_BELOW' : 'metrics.LIMIT_NOT_ABOVE', { warning })
    }
  }
}

interface RouteDependencies {
  readonly limits: LimitSettings
  readonly audit: Audit
  readonly trafficShares: Registry<TrafficShares>
}

export const limitRoutes =
  ({ limits, audit, trafficShares }: RouteDependencies): Routes =>
  async (app) => {
    const view = (of: HealthLimits) => viewOf(of, { hasTraffic: trafficShares.all().length > 0 })
    app.get(
      '/api/health-limits',
      {
        config: { access: 'member' },
        schema: {
          summary: 'From which values on a server counts as unhealthy',
          response: { 200: data(HealthLimitsView) },
        },
      },
      async () => ({ data: view(limits.get()) }),
    )
    app.put(
      '/api/health-limits',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Changes from which values on a server counts as unhealthy',
          body: HealthLimitsInput,
          response: { 200: data(HealthLimitsView) },
        },
      },
      async (req) => {
        const before = limits.get()
        const wanted = pickLimits({ ...before, ...req.body })
        check(wanted)
        const changed = hintIds.filter((id) => JSON.stringify(before[id]) !== JSON.stringify(wanted[id]))
        audit.act(
          req,
          'health_limits_updated',
          () => limits.set(wanted),
          () => (changed.length > 0 ? Object.fromEntries(changed.map((id) => [id, wanted[id]])) : undefined),
        )
        return { data: view(wanted) }
      },
    )
  }
