import type { Sampler } from '@svc/agent-sdk'
import type { KernelFile } from './kernel-file.ts'

/** Bytes. */
export interface Memory {
  readonly total: number
  readonly used: number
  readonly swapTotal: number
  readonly swapUsed: number
}

/** Parses /proc/meminfo. Kernels before 3.14 lack MemAvailable; free and reclaimable memory is used instead. */
export function parseMeminfo(text: string): Memory | null {
  const bytes = (name: string): number | undefined => {
    const kilobytes = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  }
  const total = bytes('MemTotal')
  if (total === undefined) return null
  const droppable = (bytes('MemFree') ?? 0) + (bytes('Buffers') ?? 0) + (bytes('Cached') ?? 0)
  const swapTotal = bytes('SwapTotal') ?? 0
  return {
    total,
    used: Math.max(total - (bytes('MemAvailable') ?? droppable), 0),
    swapTotal,
    swapUsed: Math.max(swapTotal - (bytes('SwapFree') ?? swapTotal), 0),
  }
}

export const makeMemory = (meminfo: KernelFile): Sampler => ({
  name: 'memory',
  sample() {
    const memory = parseMeminfo(meminfo.read() ?? '')
    return memory ? { mem_used: memory.used, swap_used: memory.swapUsed } : {}
  },
})
