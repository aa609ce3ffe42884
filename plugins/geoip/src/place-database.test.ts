import { text } from '@svc/plugin-sdk'
import { describe, expect, it } from 'vitest'
import { places } from './place-database.ts'
import { bomb, city, country, world, writeMmdb } from './testing.ts'

const { coversPublicInternet, open: openDatabase } = places

describe('a database', () => {
  it('looks up IPv4 and IPv6 addresses and returns its type and date', () => {
    const database = openDatabase(writeMmdb(world, { builtAt: 1_788_000_000 }))
    expect(database).toMatchObject({ type: 'DBIP-Country-Lite', builtAt: 1_788_000_000_000 })
    const found = ['198.51.100.7', '203.0.113.255', '2001:db8::7', '192.0.2.1', '2a00::1'].map(
      (address) => database.lookup(address)?.countryCode,
    )
    expect(found).toEqual(['DE', 'JP', 'FR', undefined, undefined])
    expect(coversPublicInternet(database)).toBe(true)
  })

  it('returns the English city, or else the first subdivision', () => {
    const database = openDatabase(
      writeMmdb(
        {
          '198.51.100.0/24': city('de', 'Berlin'),
          '203.0.113.0/24': { ...Object(country('JP')), subdivisions: [{ names: { en: 'Tokyo' } }, {}] },
        },
        { type: 'GeoLite2-City' },
      ),
    )
    expect(database.lookup('198.51.100.7')).toEqual({ countryCode: 'DE', region: 'Berlin' })
    expect(database.lookup('203.0.113.1')).toEqual({ countryCode: 'JP', region: 'Tokyo' })
    expect(coversPublicInternet(database)).toBe(false)
  })

  it('of IPv4 finds no IPv6 addresses', () => {
    const database = openDatabase(writeMmdb({ '128.0.0.0/1': country('DE') }, { ipVersion: 4 }))
    expect(database.lookup('198.51.100.7')?.countryCode).toBe('DE')
    expect(database.lookup('ffff::1')).toBeUndefined()
  })

  it.each([
    ['no country', { continent: { code: 'EU' } }],
    ['a country that is no record', { country: 'DE' }],
    ['a code that is none', { country: { iso_code: 'D<' } }],
    ['a code that is a number', { country: { iso_code: 49 } }],
    ['nowhere', { country: { iso_code: 'ZZ' } }],
    ['a text', 'DE'],
    ['a list', ['DE']],
  ])('ignores a record with %s', (_, record) => {
    const database = openDatabase(writeMmdb({ '198.51.100.0/24': record }))
    expect(database.lookup('198.51.100.7')).toBeUndefined()
  })

  it('strips control characters and truncates names', () => {
    const name = `\u001b[31mBer\nlin${'n'.repeat(200)}`
    const database = openDatabase(writeMmdb({ '198.51.100.0/24': city('DE', name) }))
    expect(database.lookup('198.51.100.7')?.region).toMatch(/^\[31mBerlin{100,}$/)
    expect(database.lookup('198.51.100.7')?.region).toHaveLength(128)
  })

  const whole = writeMmdb(world)
  const flipped = Buffer.from(whole)
  flipped.fill(0xff, 0, 1000)
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('<html>not found</html>')],
    ['zeroes', Buffer.alloc(100_000)],
    ['the first half of a database', whole.subarray(0, whole.length / 2)],
    ['a database without its end', whole.subarray(0, -20)],
    ['a description alone', whole.subarray(whole.lastIndexOf('MaxMind.com') - 3)],
    ['a database with a broken tree', flipped],
  ])('rejects %s', (_, bytes) => {
    expect(() => openDatabase(bytes)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })

  it('limits the decoded size of records', () => {
    expect(() => openDatabase(writeMmdb({ '8.8.8.0/24': bomb(60, 0) }))).toThrow(
      expect.objectContaining({ kind: 'invalid' }),
    )
    const database = openDatabase(writeMmdb({ '198.51.100.0/24': bomb(60, 0), '203.0.113.0/24': country('JP') }))
    expect(database.lookup('198.51.100.7')).toBeUndefined()
    expect(database.lookup('203.0.113.7')?.countryCode).toBe('JP')
  })

  it('limits the decoded size of the metadata', () => {
    // the description is written last: a bomb put where it starts needs no more of the file
    const end = whole.lastIndexOf('MaxMind.com') + 'MaxMind.com'.length
    const bytes = Buffer.concat([whole.subarray(0, end), bomb(60, 0)])
    expect(() => openDatabase(bytes)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })

  it('rejects huge arrays and self-references', () => {
    for (const record of [Buffer.from([0x1f, 4, 0xff, 0xff, 0xff]), Buffer.from([0x20, 0])])
      expect(() => openDatabase(writeMmdb({ '8.8.8.0/24': record }))).toThrow(
        expect.objectContaining({ kind: 'invalid' }),
      )
  })

  it('searches the metadata only at the end of the file', () => {
    const near = Buffer.concat([whole, Buffer.alloc(100_000)])
    expect(openDatabase(near).lookup('203.0.113.7')?.countryCode).toBe('JP')
    const far = Buffer.concat([whole, Buffer.alloc(128 * 1024)])
    expect(() => openDatabase(far)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })

  it('supports pointers', () => {
    const shared = Buffer.from([0xe1, 0x47, ...Buffer.from('country'), 0x20, 0])
    const first = Object.values(country('DE'))[0]
    const database = openDatabase(writeMmdb({ '198.51.100.0/24': first, '203.0.113.0/24': shared }))
    expect(database.lookup('203.0.113.7')?.countryCode).toBe('DE')
  })

  it('rejects other database types', () => {
    expect(() => openDatabase(writeMmdb(world, { type: 'DBIP-ASN-Lite' }))).toThrow(
      expect.objectContaining({
        kind: 'wrong_type',
        text: text('geoip.WRONG_TYPE', { type: '"DBIP-ASN-Lite"' }),
      }),
    )
  })
})
