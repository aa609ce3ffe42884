import { expect, it } from 'vitest'
import { compareVersions, parseVersion } from './wire.ts'

it('orders versions as SemVer does', () => {
  const ordered = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1']
  ordered.push('1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0')
  for (const [index, version] of ordered.entries()) {
    for (const [other, later] of ordered.entries())
      expect([version, later, Math.sign(compareVersions(version, later))]).toEqual([
        version,
        later,
        Math.sign(index - other),
      ])
  }
  expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
})

it.each([
  ['v1.2.3', '1.2.3'],
  ['1.2.3-rc.1+build.5', '1.2.3-rc.1+build.5'],
  ['1.2', undefined],
  ['latest', undefined],
  ['1.2.3 ', '1.2.3'],
  ['../1.2.3', undefined],
  [`1.2.3-${'a'.repeat(99)}`, undefined],
])('reads %j as %s', (text, version) => expect(parseVersion(text)).toBe(version))
