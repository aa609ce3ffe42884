import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { type Device, newDevice, pairingsOf, shortInstallation } from './devices/device.ts'
import { addressWarning, pairPayload } from './pair/pair-code.ts'
import { qrPath } from './pair/qr-path.ts'

const device = (id: string, created_at = '2026-01-01T00:00:00Z'): Device => ({
  id,
  device_name: `phone ${id}`,
  installation_id: id,
  created_at,
  last_used_at: created_at,
})

it('detects a newly paired phone, also one that was paired before', () => {
  const before = pairingsOf([device('a'), device('b')])
  expect(newDevice(before, [device('b'), device('a')])).toBeUndefined()
  expect(newDevice(before, [{ ...device('a'), last_used_at: '2026-05-01T00:00:00Z' }])).toBeUndefined()
  expect(newDevice(before, [device('a'), device('c')])?.id).toBe('c')
  expect(newDevice(before, [device('a', '2026-02-01T00:00:00Z'), device('b')])?.id).toBe('a')
  const later = device('d', '2026-03-01T00:00:00Z')
  expect(newDevice(before, [device('c', '2026-02-01T00:00:00Z'), later])?.id).toBe('d')
})

it('shortens long installation ids', () => {
  expect(shortInstallation('0190f2c4-7a1e-7c3e-9d58-000000000000')).toBe('0190f2c4…')
  expect(shortInstallation('my-phone-1')).toBe('my-phone-1')
})

it('encodes server address and code for the app', () => {
  expect(JSON.parse(pairPayload('https://svc.example', 'svc_pair_x'))).toEqual({
    type: 'svc_pair',
    server_url: 'https://svc.example',
    code: 'svc_pair_x',
  })
})

it.each([
  ['https://svc.example', undefined],
  ['http://svc.example:9000', 'http'],
  ['http://localhost:9000', 'own'],
  ['https://127.0.0.1', 'own'],
  ['http://[::1]:9000', 'own'],
])('warns about %s: %s', (origin, warning) => {
  expect(addressWarning(origin)).toBe(warning)
})

/** Renders the path back to modules. */
function drawn(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  }
  return rows
}

it('draws exactly the dark modules', () => {
  expect(qrPath([[true, true, false, true], [false], [true]])).toBe('M0 0h2v1H0zM3 0h1v1H3zM0 2h1v1H0z')
  const { data, size } = encode(pairPayload('https://svc.example', 'x'.repeat(52)), { ecc: 'M', border: 0 })
  expect(drawn(qrPath(data), size)).toEqual(data)
})
