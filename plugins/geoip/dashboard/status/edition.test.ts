import { expect, it } from 'vitest'
import { isByDbIp, isOld } from './edition.ts'

const now = Date.UTC(2026, 10, 20)

it('an edition is outdated when its successor is published', () => {
  expect([undefined, '2026-11-01T00:00:00Z', '2026-10-15T00:00:00Z'].map((at) => isOld(at, now))).toEqual([
    false,
    false,
    false,
  ])
  expect(isOld('2026-10-01T00:00:00Z', now)).toBe(true)
})

it('names DB-IP for its databases only', () => {
  expect(isByDbIp({ installed: true, source: 'downloaded', type: 'DBIP-Country-Lite' })).toBe(true)
  expect(isByDbIp({ installed: true, source: 'custom', type: 'DBIP-City-Lite' })).toBe(true)
  expect(isByDbIp({ installed: true, source: 'custom', type: 'GeoLite2-City' })).toBe(false)
  expect(isByDbIp({ installed: false })).toBe(false)
})
