import { type Advisory, advisories } from './cost-schema.ts'

/** What a server did in the last 24 hours. */
export interface Activity {
  readonly samples: number
  /** percent */
  readonly meanCpu: number
  /** bytes */
  readonly meanMemory: number
  /** some record had a network speed or a disk rate above zero */
  readonly busy: boolean
  /** minute of its last record, since the epoch */
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
const idle = { cpu: 5, memory: 0.2 }
const leastUptime = 0.9

const isIdle = ({ activity, memTotal }: Facts): boolean =>
  activity !== undefined &&
  activity.samples > 0 &&
  memTotal !== null &&
  !activity.busy &&
  activity.meanCpu < idle.cpu &&
  activity.meanMemory < memTotal * idle.memory

/** `now` in epoch seconds. Only for servers whose costs are known. */
export function advise(facts: Facts, now: number): Advisory[] {
  const { price, expiresAt, online, activity, uptime } = facts
  const recent = activity !== undefined && (activity.lastMinute + 1) * 60 > now - day
  const applies: Record<Advisory, boolean> = {
    expired_billing: expiresAt !== null && expiresAt < now,
    sleeping_money: price > 0 && !online && !recent,
    idle_burn: price > 0 && isIdle(facts),
    low_uptime: uptime.total > 0 && uptime.online / uptime.total < leastUptime,
  }
  return advisories.filter((advisory) => applies[advisory])
}
