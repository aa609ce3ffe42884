import { definePlugin, type Job } from '@svc/plugin-sdk'
import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import { makeScheduler } from '../src/scheduler.ts'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const noon = Date.UTC(2026, 0, 1, 12)
const minute = 60_000
let kernel: TestKernel
afterEach(() => kernel.close())

const start = async (job: Omit<Job, 'name' | 'run'>, run: Job['run'], now = noon + 90_500) => {
  const jobs = [{ name: 'Job', ...job, run }]
  kernel = await createTestKernel({ plugins: [definePlugin({ id: 'worker', setup: () => ({ jobs }) })], now })
}
const info = () => kernel.plugins()[0]?.jobs[0]

it.each<[string, Omit<Job, 'name' | 'run'>, number[]]>([
  ['runs an interval after boot', { every: minute }, [150_500, 210_500]],
  ['starts after its offset', { every: minute, offset: 5000 }, [95_500, 155_500, 215_500]],
  ['starts immediately with offset 0', { every: minute, offset: 0 }, [90_500, 150_500, 210_500]],
  ['aligns to the wall clock', { every: minute, align: true }, [120_000, 180_000]],
  [
    'aligns to the wall clock with an offset',
    { every: minute, align: true, offset: 40_000 },
    [100_000, 160_000, 220_000],
  ],
])('%s', async (_, job, expected) => {
  const runs: number[] = []
  await start(job, () => void runs.push(kernel.clock.now() - noon))
  await kernel.clock.advance(130_000)
  expect(runs).toEqual(expected)
})

it('counts a failure and runs again', async () => {
  let fail = true
  await start({ every: minute }, () => {
    if (fail) throw new Error('disk full')
  })
  await kernel.clock.advance(minute)
  expect(info()).toMatchObject({ name: 'Job', every_ms: minute, runs: 1, failures: 1, last_error: 'disk full' })
  expect(kernel.logs).toContainEqual(expect.objectContaining({ level: 'error', plugin: 'worker', job: 'Job' }))
  fail = false
  await kernel.clock.advance(minute)
  expect(info()).toMatchObject({ runs: 2, failures: 1, last_error: null, last_run_ms: noon + 90_500 + 2 * minute })
})

/** Runs a job once, sets the clock back by a day and `more`, and returns the delays it was scheduled with. */
async function waitAfterStep(job: Omit<Job, 'name' | 'run'>, more = 0) {
  await start({ every: minute }, () => {})
  let now = noon
  const waits: { ms: number; fn: () => void }[] = []
  const after = (ms: number, fn: () => void) => {
    waits.push({ ms, fn })
    return () => {}
  }
  const scheduler = makeScheduler({ now: () => now, after, every: () => () => {} })
  scheduler.add('worker', [{ name: 'Job', ...job, run() {} }], pino({ level: 'silent' }))
  now -= 86_400_000 + more
  waits[0]?.fn()
  await scheduler.idle()
  await new Promise(setImmediate)
  return waits.map(({ ms }) => ms)
}

it('runs an unaligned job on time after the clock was set back', async () => {
  expect(await waitAfterStep({ every: minute })).toEqual([minute, minute])
})

it('keeps an aligned job aligned after the clock was set back', async () => {
  expect(await waitAfterStep({ every: minute, align: true, offset: 10_000 }, 6_000)).toEqual([10_000, 16_000])
})

it('never runs a job twice at the same time', async () => {
  let finish = () => {}
  let runs = 0
  await start({ every: minute }, () => {
    runs += 1
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  const first = kernel.runJob('Job')
  const joined = kernel.runJob('worker.Job')
  expect(runs).toBe(1)
  finish()
  await Promise.all([first, joined])
  expect(info()?.runs).toBe(1)
})

it('aborts running jobs when the kernel closes, and waits for them', async () => {
  const seen: string[] = []
  await start({ every: minute }, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    seen.push('job ended')
  })
  void kernel.runJob('Job')
  await kernel.close()
  expect(seen).toEqual(['job ended'])
})
