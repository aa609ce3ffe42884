import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from './fleet/fleet.ts'
import type { Program } from './process.ts'

export interface Window {
  readonly reports: number
  readonly cpuSeconds: number
  readonly seconds: number
}

/** Resources `program` uses while `fleet` reports for `seconds`. A drop would distort them, so it is an error. */
export async function measure(program: Program, fleet: Fleet, seconds: number): Promise<Window> {
  const before = { reports: fleet.reports(), cpu: program.cpuSeconds(), at: performance.now(), drops: fleet.drops() }
  await sleep(seconds * 1000)
  const window = {
    reports: fleet.reports() - before.reports,
    cpuSeconds: program.cpuSeconds() - before.cpu,
    seconds: (performance.now() - before.at) / 1000,
  }
  if (fleet.drops() !== before.drops) {
    throw new Error(`${fleet.drops() - before.drops} agents were dropped while measuring: ${fleet.lastDrop()}`)
  }
  return window
}

export const microsecondsPerReport = (window: Window): number => (window.cpuSeconds * 1e6) / window.reports
export const percentOfCore = (window: Window): number => (window.cpuSeconds / window.seconds) * 100
