import type { Sampler } from '@svc/agent-sdk'
import type { KernelFile } from './kernel-file.ts'

/** Parses /proc/uptime: whole seconds since boot. */
export function parseUptime(text: string): number | null {
  const seconds = Number.parseFloat(text)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.trunc(seconds) : null
}

export const makeUptime = (uptime: KernelFile): Sampler => ({
  name: 'uptime',
  sample() {
    const seconds = parseUptime(uptime.read() ?? '')
    return seconds === null ? {} : { uptime: seconds }
  },
})
