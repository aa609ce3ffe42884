import { uptime } from 'node:os'
import { join } from 'node:path'
import type { Payload, Processes } from '@svc/protocol'
import { makeDescriber } from './describe.ts'
import { makeScanner } from './scan.ts'

export interface Collected {
  readonly list: Payload<typeof Processes>
  /** milliseconds of work */
  readonly busyMs: number
}

/** Looks at all processes now; null when `signal` ended it. */
export type Collect = (signal: AbortSignal) => Promise<Collected | null>

export interface CollectorOptions {
  /** where /proc and /etc are; this host by default */
  readonly root?: string
  readonly now?: () => number
  readonly uptime?: () => number
}

const monotonic = performance.now.bind(performance)

/** The processes of a Linux host. CPU is told from one call to the next. */
export function makeCollector({ root = '/', now = monotonic, uptime: up = uptime }: CollectorOptions = {}): Collect {
  const scan = makeScanner({ proc: join(root, 'proc'), now, uptime: up })
  const describe = makeDescriber(root)
  return async (signal) => {
    const result = await scan(signal)
    if (!result) return null
    const { total, partial, found, busyMs } = result
    if (total === 0) throw new Error('there is no process to be seen')
    return { list: { total, partial, processes: await describe(found) }, busyMs }
  }
}
