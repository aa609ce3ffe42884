import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { makeScheduler, nextRun, type ScheduledTask } from './scheduler.ts'

const make = () => {
  const failures: unknown[] = []
  return { failures, scheduler: makeScheduler({ random: () => 0, onError: (error) => failures.push(error) }) }
}

function counting(key: string, run: (signal: AbortSignal) => Promise<void> = async () => {}) {
  const counts = { runs: 0, begun: 0, most: 0, signals: [] as AbortSignal[] }
  const entry: ScheduledTask = {
    key,
    everyMs: 2,
    firstWithinMs: 2,
    async run(signal) {
      counts.runs += 1
      counts.begun += 1
      counts.most = Math.max(counts.most, counts.begun)
      counts.signals.push(signal)
      await run(signal).finally(() => {
        counts.begun -= 1
      })
    },
  }
  return { entry, counts }
}

describe('the scheduler', () => {
  it('runs a task repeatedly without overlaps', async () => {
    const { scheduler } = make()
    const { entry, counts } = counting('a', () => new Promise((done) => setTimeout(done, 5)))
    scheduler.set(new Map([['a', entry]]))
    await vi.waitFor(() => expect(counts.runs).toBeGreaterThan(3))
    expect(counts.most).toBe(1)
    await scheduler.close()
    expect([counts.begun, scheduler.size]).toEqual([0, 0])
  })

  it('keeps unchanged tasks, restarts changed ones and stops removed ones', async () => {
    const { scheduler } = make()
    const stay = (signal: AbortSignal) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const [same, old, removed, changed] = ['same', 'old', 'removed', 'new'].map((print) => counting(print, stay))
    if (!same || !old || !removed || !changed) throw new Error('four were made')
    const all = { same: same.entry, other: old.entry, removed: removed.entry }
    scheduler.set(new Map(Object.entries(all)))
    await vi.waitFor(() => expect([same, old, removed].map(({ counts }) => counts.runs)).toEqual([1, 1, 1]))
    scheduler.set(new Map(Object.entries({ same: counting('same').entry, other: changed.entry })))
    await vi.waitFor(() => expect(changed.counts.runs).toBe(1))
    const isAborted = (one: typeof same) => one.counts.signals.map(({ aborted }) => aborted)
    expect([same, old, removed, changed].map(isAborted)).toEqual([[false], [true], [true], [false]])
    await scheduler.close()
    expect(isAborted(same)).toEqual([true])
  })

  it('continues after an error and reports it', async () => {
    const { scheduler, failures } = make()
    const { entry, counts } = counting('a', async () => {
      throw new Error('out of order')
    })
    scheduler.set(new Map([['a', entry]]))
    await vi.waitFor(() => expect(counts.runs).toBeGreaterThan(2))
    await scheduler.close()
    expect(failures[0]).toEqual(new Error('out of order'))
  })

  it('does nothing without tasks, and nothing after it was closed', async () => {
    const { scheduler } = make()
    const { entry, counts } = counting('a')
    scheduler.set(new Map([['a', { ...entry, firstWithinMs: 3_600_000 }]]))
    scheduler.set(new Map())
    await scheduler.close()
    expect(counts.runs).toBe(0)
  })
})

it('nextRun is the first scheduled time in the future', () => {
  const time = fc.integer({ min: 0, max: 1e9 })
  fc.assert(
    fc.property(time, fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 1e7 }), (last, every, busy) => {
      const next = nextRun(last, every, last + busy)
      expect((next - last) % every).toBe(0)
      expect(next).toBeGreaterThan(last)
      expect(next).toBeGreaterThanOrEqual(last + busy)
      expect(next - every <= last || next - every < last + busy).toBe(true)
    }),
  )
})
