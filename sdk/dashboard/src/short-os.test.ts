import { expect, it } from 'vitest'
import { shortOs } from './short-os.ts'

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
