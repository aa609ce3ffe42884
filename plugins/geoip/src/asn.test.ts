import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, startMirror, today } from '../test/world.ts'
import { systems } from './asn-database.ts'
import { addresses } from './contract.ts'
import { world as networks, system, writeMmdb } from './testing.ts'

const file = writeMmdb(
  { '8.8.8.0/24': system(15_169, 'Google LLC'), '2001:db8::/32': system(64_500, 'Example \u0007Net') },
  { type: 'DBIP-ASN-Lite (compat=GeoLite2-ASN)' },
)
const located = { '8.8.8.0/24': { country: { iso_code: 'US' }, location: { latitude: 37.5, longitude: -122.25 } } }

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of open.splice(0)) await part.close()
})

describe('the database of autonomous systems', () => {
  it('is downloaded like that of countries, and told by', async () => {
    const mirror = await startMirror((_, res) => res.end(gzipSync(file)))
    const world = await makeWorld({ config: { geoip: { download_url: mirror.url } } })
    open.push(world.kernel, mirror)
    expect((await world.call('member', 'GET', '/api/asn/status')).data).toEqual({ installed: false, custom: false })
    expect((await world.call('member', 'POST', '/api/asn/download')).status).toBe(403)
    expect(await world.call('admin', 'POST', '/api/asn/download')).toMatchObject({
      status: 200,
      data: { success: true },
    })
    expect(mirror.asked).toEqual(['/free/dbip-asn-lite-2026-11.mmdb.gz'])
    expect(readdirSync(world.kernel.dataDir)).toContain('dbip-asn-lite.mmdb')
    expect((await world.call('member', 'GET', '/api/asn/status')).data).toMatchObject({
      installed: true,
      source: 'downloaded',
      type: 'DBIP-ASN-Lite (compat=GeoLite2-ASN)',
    })
    expect(world.audited('asn_download')).toMatchObject([{ outcome: 'succeeded', month: '2026-11' }])
    expect((await world.status()).installed).toBe(false)
    const { facts } = world.kernel.service(addresses)
    expect(facts('8.8.8.8')).toMatchObject({ asn: 15_169, organization: 'Google LLC', country: null })
    expect(facts('2001:db8::7')).toMatchObject({ asn: 64_500, organization: 'Example Net' })
    expect(facts('192.0.2.1')).toMatchObject({ asn: null })
  })

  it('refuses the database of countries', async () => {
    const mirror = await startMirror((_, res) => res.end(gzipSync(writeMmdb(networks))))
    const world = await makeWorld({ config: { geoip: { download_url: mirror.url } } })
    open.push(world.kernel, mirror)
    const { status, error } = await world.call('admin', 'POST', '/api/asn/download')
    expect([status, error.message]).toEqual([502, expect.stringContaining('not a database of autonomous systems')])
  })

  it.each([
    ['no number', {}],
    ['a number that is text', { autonomous_system_number: 'AS1' }],
    ['zero', { autonomous_system_number: 0 }],
  ])('ignores a record with %s', (_, record) => {
    const database = systems.open(writeMmdb({ '192.0.2.0/24': record }, { type: 'GeoLite2-ASN' }))
    expect(database.lookup('192.0.2.1')).toBeUndefined()
  })
})

it('own files of both are used, with coordinates where they have them; private addresses have no facts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-asn-'))
  writeFileSync(join(folder, 'asn.mmdb'), file)
  writeFileSync(
    join(folder, 'city.mmdb'),
    writeMmdb({ ...located, '10.0.0.0/8': located['8.8.8.0/24'] }, { type: 'City' }),
  )
  const world = await makeWorld({
    now: today,
    config: { asn: { mmdb_path: join(folder, 'asn.mmdb') }, geoip: { mmdb_path: join(folder, 'city.mmdb') } },
  })
  open.push(world.kernel)
  const { facts } = world.kernel.service(addresses)
  expect(facts('::ffff:8.8.8.8')).toEqual({
    country: 'US',
    latitude: 37.5,
    longitude: -122.25,
    asn: 15_169,
    organization: 'Google LLC',
  })
  const nothing = { country: null, latitude: null, longitude: null, asn: null, organization: null }
  expect([facts('10.0.0.1'), facts('not an address')]).toEqual([nothing, nothing])
  const { status, error } = await world.call('admin', 'POST', '/api/asn/download')
  expect([status, error.message]).toEqual([409, expect.stringContaining('asn.mmdb_path')])
  rmSync(folder, { recursive: true })
})
