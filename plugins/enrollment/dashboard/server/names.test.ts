import { expect, it } from 'vitest'
import { flagEmoji } from './flag-emoji.js'
import { shortCpu } from './short-cpu.js'
import { shortOs } from './short-os.js'

it.each([
  ['Linux (Debian GNU/Linux 13 (trixie))', 'Debian 13'],
  ['Linux (Ubuntu 24.04.2 LTS)', 'Ubuntu 24.04.2 LTS'],
  ['macOS 15.1', 'macOS 15.1'],
  ['Debian GNU/Linux 12 (bookworm)', 'Debian 12'],
  ['', ''],
  [null, ''],
])('the system %s is %s', (os, short) => {
  expect(shortOs(os)).toBe(short)
})

it.each([
  ['Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz', 'Intel Xeon Gold 6338 @ 2.00GHz'],
  ['AMD EPYC 7763 64-Core Processor', 'AMD EPYC 7763'],
  ['Ampere Altra', 'Ampere Altra'],
])('the processor %s is %s', (name, short) => {
  expect(shortCpu(name)).toBe(short)
})

it('the flag of a code is two letters of their own kind, and nothing is no flag', () => {
  expect(flagEmoji('de')).toBe('🇩🇪')
  expect(flagEmoji('D')).toBeUndefined()
  expect(flagEmoji('1!')).toBeUndefined()
})
