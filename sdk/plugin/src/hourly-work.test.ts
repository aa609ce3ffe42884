import { expect, it } from 'vitest'
import { makeHourlyWork } from './hourly-work.ts'

it('does not ask the maintenance worker when there is nothing to do', async () => {
  const runs: unknown[] = []
  let input: string | undefined
  const log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }
  const { job } = makeHourlyWork(
    {
      clock: { now: () => 0, after: () => () => {}, every: () => () => {} },
      log,
      offload: async <I, O>(_: URL, given: I) => runs.push(given) as O,
    },
    { name: 'Seal', offset: 0, module: new URL('file:///seal.js'), input: () => input },
  )
  const signal = new AbortController().signal
  await job.run(signal)
  expect(runs).toEqual([])
  input = 'an hour'
  await job.run(signal)
  expect(runs).toEqual(['an hour'])
})
