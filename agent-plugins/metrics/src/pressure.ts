import type { Sampler } from '@svc/agent-sdk'
import type { KernelFile } from './kernel-file.ts'

/** Parses a file of /proc/pressure: percent of the last minute. `full` is missing where it means nothing. */
export function parsePressure(text: string): { readonly some: number | null; readonly full: number | null } {
  const percent = (kind: string) => {
    const value = new RegExp(`^${kind} .*\\bavg60=(\\d+(?:\\.\\d+)?)`, 'm').exec(text)?.[1]
    return value === undefined ? null : Number(value)
  }
  return { some: percent('some'), full: percent('full') }
}

/** Pressure stall information. Kernels before 4.20, and those that do not enable it, have none. */
export function makePressure(open: (kind: 'cpu' | 'memory' | 'io') => KernelFile): Sampler {
  const [cpu, memory, io] = [open('cpu'), open('memory'), open('io')]
  const read = (file: KernelFile) => parsePressure(file.read() ?? '')
  return {
    name: 'pressure',
    sample() {
      const [memoryNow, ioNow] = [read(memory), read(io)]
      return {
        pressure_cpu: read(cpu).some,
        pressure_memory: memoryNow.some,
        pressure_memory_full: memoryNow.full,
        pressure_io: ioNow.some,
        pressure_io_full: ioNow.full,
      }
    },
  }
}
