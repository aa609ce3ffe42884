import { type Advisory, advisories } from './cost-schema.ts'

/** Activity of a server in the last 24 hours. */
export interface Activity {
  readonly samples: number
  /** percent */
  readonly meanCpu: number
  /** bytes */
  readonly meanMemory: number
  /** whether any record had a network or disk rate above zero */
  readonly busy: boolean
  /** minute of its last record since the epoch */
  readonly lastMinute: number
}

/** Minutes of the last 30 days. */
export interface Uptime {
  readonly online: number
  readonly total: number
}

interface Facts {
  readonly price: number
  readonly expiresAt: number | null
  readonly memTotal: number | null
  readonly online: boolean
  readonly activity: Activity | undefined
  readonly uptime: Uptime
}

const day = 86_400
const idleLimits = { cpu: 5, memory: 0.2 }
const minUptime = 0.9

const isIdle = ({ activity, memTotal }: Facts): boolean =>
  activity !== undefined &&
  activity.samples > 0 &&
  memTotal !== null &&
  !activity.busy &&
  activity.meanCpu < idleLimits.cpu &&
  activity.meanMemory < memTotal * idleLimits.memory

/** Advisories for a server with valid cost data; `now` in epoch seconds. */
export function advise(facts: Facts, now: number): Advisory[] {
  const { price, expiresAt, online, activity, uptime } = facts
  const hasRecentRecord = activity !== undefined && (activity.lastMinute + 1) * 60 > now - day
  const applies: Record<Advisory, boolean> = {
    expired_billing: expiresAt !== null && expiresAt < now,
    sleeping_money: price > 0 && !online && !hasRecentRecord,
    idle_burn: price > 0 && isIdle(facts),
    low_uptime: uptime.total > 0 && uptime.online / uptime.total < minUptime,
  }
  return advisories.filter((advisory) => applies[advisory])
}
