import type { Sampler } from '@svc/agent-sdk'
import type { KernelFile } from './kernel-file.ts'

/** Parses /proc/loadavg. */
export function parseLoadavg(text: string): { load1: number; load5: number; load15: number } | null {
  const [load1, load5, load15] = text.split(' ', 3).map(Number.parseFloat)
  if (load1 === undefined || load5 === undefined || load15 === undefined) return null
  return [load1, load5, load15].every(Number.isFinite) ? { load1, load5, load15 } : null
}

export const makeLoad = (loadavg: KernelFile): Sampler => ({
  name: 'load',
  sample: () => parseLoadavg(loadavg.read() ?? '') ?? {},
})
