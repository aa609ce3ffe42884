import { uptime } from 'node:os'
import { join } from 'node:path'
import type { Processes } from '@svc/plugin-processes/wire'
import type { Payload } from '@svc/protocol'
import { makeDescriber } from './describe.ts'
import { makeScanner } from './scan.ts'

export interface Collected {
  readonly list: Payload<typeof Processes>
  /** CPU time spent, in milliseconds */
  readonly busyMs: number
}

/** Collects the processes; null if `signal` aborted. */
export type Collect = (signal: AbortSignal) => Promise<Collected | null>

export interface CollectorOptions {
  /** prefix of /proc and /etc */
  readonly root?: string
  readonly now?: () => number
  readonly uptime?: () => number
  /** default: true */
  readonly commandLines?: boolean
}

const monotonic = performance.now.bind(performance)

/** Collects the top processes of a Linux host. CPU usage covers the time since the previous call. */
export function makeCollector({
  root = '/',
  now = monotonic,
  uptime: up = uptime,
  commandLines = true,
}: CollectorOptions = {}): Collect {
  const scan = makeScanner({ proc: join(root, 'proc'), now, uptime: up })
  const describe = makeDescriber(root, { commandLines })
  return async (signal) => {
    const result = await scan(signal)
    if (!result) return null
    const { total, partial, processes, busyMs } = result
    if (total === 0) throw new Error('no processes are visible')
    return { list: { total, partial, processes: await describe(processes) }, busyMs }
  }
}
