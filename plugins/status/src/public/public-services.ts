import type { CheckDay, ServiceStates } from '@svc/plugin-monitors/contract'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import type { MaintenancesStore } from '../maintenance/maintenances-store.ts'
import type { Page } from '../page/page.ts'
import type { PublicService } from '../status-schema.ts'
import { makeDayCache } from './day-cache.ts'
import { covers } from './public-servers.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly page: Pick<Page, 'get'>
  readonly serviceStates: ServiceStates | undefined
  readonly windows: Pick<MaintenancesStore, 'within'>
}

const percentOf = ({ checks, failures }: Pick<CheckDay, 'checks' | 'failures'>): number | null =>
  checks === 0 ? null : ((checks - failures) / checks) * 100

/** The service monitors of the page, without what they check. */
export function makePublicServices({ clock, page, serviceStates, windows }: Dependencies) {
  const checkDays = makeDayCache<CheckDay>({
    clock,
    async read(ids, days) {
      const first = Math.floor(clock.now() / 86_400_000) - days + 1
      const found = await serviceStates?.daysSince(ids, first)
      return new Map(
        ids.map((id) => {
          const byDay = new Map(found?.get(id)?.map((one) => [one.day, one]))
          const dense = Array.from({ length: days }, (_, index) => first + index)
          return [id, dense.map((day) => byDay.get(day) ?? { day, checks: 0, failures: 0 })]
        }),
      )
    },
  })

  return {
    async list(): Promise<PublicService[]> {
      const states = serviceStates?.of(page.get().monitor_ids) ?? []
      if (states.length === 0) return []
      const daysById = await checkDays(states.map(({ id }) => id))
      const now = toSeconds(clock.now())
      const open = windows.within({ from: now, to: now + 1 })
      return states.map(({ id, name, isUp, latency, serverIds }) => {
        const days = daysById.get(id) ?? []
        const sum = (field: 'checks' | 'failures') => days.reduce((total, day) => total + day[field], 0)
        return {
          id,
          name,
          status: isUp === null ? 'unknown' : isUp ? 'up' : 'down',
          in_maintenance: open.some((one) => serverIds.some((serverId) => covers(one, serverId))),
          latency,
          uptime_percent: percentOf({ checks: sum('checks'), failures: sum('failures') }),
          uptime_daily: days.map(({ day, checks, failures }) => ({
            date: new Date(day * 86_400_000).toISOString().slice(0, 10),
            checks,
            failures,
            uptime_percent: percentOf({ checks, failures }),
          })),
        }
      })
    },
  }
}
