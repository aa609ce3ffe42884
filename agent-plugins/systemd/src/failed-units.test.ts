import { expect, it } from 'vitest'
import { parseFailedUnits } from './failed-units.ts'

it('lists failed units by name, with their descriptions', () => {
  const text = [
    'nginx.service            loaded failed failed A high performance web server',
    '● backup.timer           loaded failed failed ',
    'mnt-data.mount           loaded failed failed /mnt/data',
    'ssh.service              loaded active running OpenBSD Secure Shell server',
    '',
    'nonsense',
  ].join('\n')
  expect(parseFailedUnits(text)).toEqual([
    { name: 'backup.timer', description: '' },
    { name: 'mnt-data.mount', description: '/mnt/data' },
    { name: 'nginx.service', description: 'A high performance web server' },
  ])
  expect(parseFailedUnits('')).toEqual([])
})

it('lists at most 100, and short texts', () => {
  const lines = Array.from({ length: 500 }, (_, n) => `u${n}.service loaded failed failed ${'x'.repeat(1000)}`)
  const units = parseFailedUnits(lines.join('\n'))
  expect(units).toHaveLength(100)
  expect(units[0]?.description).toHaveLength(256)
})
