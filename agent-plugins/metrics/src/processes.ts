import { readdirSync } from 'node:fs'
import type { Sampler } from '@svc/agent-sdk'

/** How many of the entries of /proc are processes. */
export const countProcesses = (entries: readonly string[]): number =>
  entries.reduce((count, name) => (/^\d+$/.test(name) ? count + 1 : count), 0)

/** Processes, not threads: /proc/loadavg would be cheaper but counts threads. */
export const makeProcesses = (proc: string): Sampler => ({
  name: 'processes',
  sample: () => ({ process_count: countProcesses(readdirSync(proc)) }),
})
