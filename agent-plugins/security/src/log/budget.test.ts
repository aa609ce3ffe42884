import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { cpuMsOf, makeBudget } from './budget.ts'

function makeClocks() {
  const clocks = { now: 1000, cpu: 500 }
  const budget = makeBudget(0.02, { now: () => clocks.now, cpu: () => clocks.cpu })
  return {
    budget,
    work: (ms: number) => {
      clocks.now += ms
      clocks.cpu += ms
      return budget.wait()
    },
    pass: (ms: number) => {
      clocks.now += ms
      return budget.wait()
    },
    clocks,
  }
}

it('work beyond its share is followed by waiting, at most two seconds', () => {
  const { budget, work, pass } = makeClocks()
  expect(budget.wait()).toBe(0)
  expect(work(30)).toBe(0)
  expect(work(10)).toBeCloseTo(460)
  expect(pass(460)).toBeCloseTo(0)
  expect(work(5000)).toBeCloseTo(2000)
  expect(pass(2000)).toBeCloseTo(0)
})

it('time without work is not saved up', () => {
  const { work, pass } = makeClocks()
  pass(3_600_000)
  expect(work(50)).toBeCloseTo(950)
})

it('what is only known later counts later', () => {
  const { work, pass, clocks } = makeClocks()
  work(30)
  clocks.cpu += 10
  expect(pass(0)).toBeCloseTo(470)
})

it('the time of another process is read, and that of one that has ended is none', async () => {
  const child = spawn('sh', ['-c', 'while :; do :; done'])
  await expect.poll(() => cpuMsOf(child.pid ?? 0), { timeout: 20_000 }).toBeGreaterThan(20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(cpuMsOf(child.pid ?? 0)).toBe(0)
})
