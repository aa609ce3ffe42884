import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from '../process.ts'

/** Milliseconds of one operation, and how much of it the thread waited for a CPU on a busy machine. */
export type Span = readonly [ms: number, starved: number]

export interface Noted {
  /** delay of the event loop, sampled every two milliseconds */
  readonly loop: readonly Span[]
  /** write transactions of the main thread, including the wait for the worker's */
  readonly main: readonly Span[]
  /** write transactions of the maintenance worker */
  readonly worker: readonly Span[]
}

/** Environment that makes a program and its worker threads, which take no arguments of it, write measurements to `file`. */
export const watched = (file: string) => ({
  env: { SVC_BENCH_WATCH: file, NODE_OPTIONS: `--import=${new URL('./watch.mjs', import.meta.url).href}` },
})

/** Measurements of a watched program since the last call. */
export async function takeNoted(program: Program, file: string): Promise<Noted> {
  await rm(file, { force: true })
  program.signal('SIGUSR2')
  for (let waited = 0; waited < 10_000; waited += 20) {
    await sleep(20)
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text) return JSON.parse(text) as Noted
  }
  throw new Error('the watched program wrote nothing of what it noted')
}

/** Durations without the wait for a CPU. */
export const own = (spans: readonly Span[]): number[] => spans.map(([ms, starved]) => Math.max(0, ms - starved))
export const wall = (spans: readonly Span[]): number[] => spans.map(([ms]) => ms)
export function longest(values: readonly number[]): number {
  if (values.length === 0) throw new Error('nothing was measured')
  return values.reduce((most, value) => Math.max(most, value))
}
