import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Program } from '../process.ts'

/** Milliseconds of one thing, and how many of them a thread had to wait for a processor: then the machine was busy. */
export type Span = readonly [ms: number, starved: number]

export interface Noted {
  /** by how much the event loop was late, every two milliseconds */
  readonly loop: readonly Span[]
  /** write transactions of the main thread, with the time they waited for those of the worker */
  readonly main: readonly Span[]
  /** write transactions of the maintenance worker */
  readonly worker: readonly Span[]
}

/** What Node and the environment need to watch a program that is to write what it noted to `file`. */
export const watched = (file: string) => ({
  node: ['--import', fileURLToPath(new URL('./watch.mjs', import.meta.url))],
  env: { SVC_BENCH_WATCH: file },
})

/** What was noted in a watched program since the last call. */
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

/** Without the time in which the thread waited for a processor. */
export const own = (spans: readonly Span[]): number[] => spans.map(([ms, starved]) => Math.max(0, ms - starved))
export const wall = (spans: readonly Span[]): number[] => spans.map(([ms]) => ms)
export const longest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0)
