import { expect, it } from 'vitest'
import { shortCpu } from './short-cpu.ts'

it.each([
  ['Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz', 'Intel Xeon Gold 6338 @ 2.00GHz'],
  ['AMD EPYC 7763 64-Core Processor', 'AMD EPYC 7763'],
  ['Ampere Altra', 'Ampere Altra'],
])('shortens %s to %s', (name, short) => {
  expect(shortCpu(name)).toBe(short)
})
