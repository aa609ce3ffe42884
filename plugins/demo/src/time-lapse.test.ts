import { expect, it } from 'vitest'
import { makeTimeLapse, timeLapseOf } from './time-lapse.ts'

const real = { time: 1000, now: () => real.time, after: () => () => {}, every: () => () => {} }

it('begins in the past, goes on from there, and is only set forward, at most to now', () => {
  const clock = makeTimeLapse(real, 400)
  expect(clock.now()).toBe(400)
  real.time += 10
  expect(clock.now()).toBe(410)
  clock.setTo(300)
  expect(clock.now()).toBe(410)
  clock.setTo(600)
  expect(clock.now()).toBe(600)
  clock.setTo(5000)
  expect([clock.now(), clock.realNow()]).toEqual([1010, 1010])
})

it('another clock shows the real time', () => {
  const clock = makeTimeLapse(real, 400)
  expect(timeLapseOf(clock)).toBe(clock)
  expect(timeLapseOf(real).now()).toBe(real.time)
})
