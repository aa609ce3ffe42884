import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Core } from '@svc/plugin-sdk'
import { minuteOf } from '../record-key.ts'
import type { RecentInput } from './read-recent.ts'
import type { RecentMinute, RecentMinutes } from './recent-minutes.ts'

interface Dependencies extends Pick<Core, 'clock' | 'log' | 'offload'> {
  readonly servers: Pick<Servers, 'list'>
  readonly recent: Pick<RecentMinutes, 'restore'>
  readonly signal: AbortSignal
}

/**
 * Loads the minutes written before the program started, in the background. Never rejects.
 */
export async function restoreRecent({ clock, log, offload, servers, recent, signal }: Dependencies): Promise<void> {
  try {
    const numbers = servers.list().map(({ number }) => number)
    if (numbers.length === 0) return
    const input: RecentInput = { numbers, now: minuteOf(clock.now()) }
    const module = new URL('./read-recent.js', import.meta.url)
    const minutes = await offload<RecentInput, RecentMinute[]>(module, input, { signal })
    // servers deleted in the meantime must not reappear
    const existing = new Set(servers.list().map(({ number }) => number))
    recent.restore(minutes.filter(({ number }) => existing.has(number)))
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'failed to restore the last minutes before the start')
  }
}
