import { expect, it } from 'vitest'
import { report } from '../../test/report.js'
import { makeRecent } from './recent.js'

const record = (minute: number, cpu: number, temperature: number | null = null) => ({
  ...{ serverId: 'server-7', number: 7, minute, report: report({ cpu, temperature }) },
})

it('looks back ten minutes', () => {
  const recent = makeRecent()
  expect(recent.of(7, 1000)).toBeUndefined()
  for (let minute = 980; minute <= 1000; minute++) recent.consumer([record(minute, minute - 900)])
  expect(recent.of(7, 1000)).toEqual({ minutes: 10, cpuMean: 95.5, cpuLeast: 91, temperature: null })
  expect(recent.of(7, 1003)).toEqual({ minutes: 7, cpuMean: 97, cpuLeast: 94, temperature: null })
  expect(recent.of(7, 1010)).toBeUndefined()
  expect(recent.of(8, 1000)).toBeUndefined()
})

it('has the temperature of the minutes that had one', () => {
  const recent = makeRecent()
  recent.consumer([record(999, 1, 60), record(1000, 1), record(1001, 1, 80)])
  expect(recent.of(7, 1001)).toMatchObject({ minutes: 3, temperature: 70 })
})

it('puts a minute that comes late in its place, and an old one nowhere', () => {
  const recent = makeRecent()
  recent.consumer([record(1000, 50), record(995, 10), record(990, 1)])
  expect(recent.of(7, 1000)).toMatchObject({ minutes: 2, cpuLeast: 10 })
  recent.forget(7)
  expect(recent.of(7, 1000)).toBeUndefined()
})

it('goes on with the minutes that are, when the clock was ahead by hours', () => {
  const recent = makeRecent()
  for (let minute = 1480; minute <= 1489; minute++) recent.consumer([record(minute, 90)])
  expect(recent.of(7, 1000)).toBeUndefined()
  for (let minute = 1000; minute <= 1003; minute++) recent.consumer([record(minute, 10)])
  expect(recent.of(7, 1003)).toMatchObject({ minutes: 4, cpuMean: 10 })
})
