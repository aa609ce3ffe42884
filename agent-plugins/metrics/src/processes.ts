import { readdirSync } from 'node:fs'
import type { Sampler } from '@svc/agent-sdk'

/** Counts the processes among the entries of /proc. */
export const countProcesses = (entries: readonly string[]): number =>
  entries.reduce((count, name) => (/^\d+$/.test(name) ? count + 1 : count), 0)

/** Number of processes. /proc/loadavg would be cheaper, but counts threads. */
export const makeProcesses = (proc: string): Sampler => ({
  name: 'processes',
  sample: () => ({ process_count: countProcesses(readdirSync(proc)) }),
})
