import { describe, expect, it } from 'vitest'
import { city, country, world, writeMmdb } from '../test/mmdb.js'
import { knowsTheInternet, openDatabase } from './place-database.js'

describe('a database', () => {
  it('tells the country of addresses of both families, its name and its age', () => {
    const database = openDatabase(writeMmdb(world, { builtAt: 1_788_000_000 }))
    expect(database).toMatchObject({ type: 'DBIP-Country-Lite', builtAt: 1_788_000_000_000 })
    const found = ['198.51.100.7', '203.0.113.255', '2001:db8::7', '192.0.2.1', '2a00::1'].map(
      (address) => database.lookup(address)?.countryCode,
    )
    expect(found).toEqual(['DE', 'JP', 'FR', undefined, undefined])
    expect(knowsTheInternet(database)).toBe(true)
  })

  it('tells the English city, else the first subdivision', () => {
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
    expect(knowsTheInternet(database)).toBe(false)
  })

  it('of IPv4 finds no IPv6 address where it is not', () => {
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
  ])('with %s in a record knows nothing of it', (_, record) => {
    const database = openDatabase(writeMmdb({ '198.51.100.0/24': record }))
    expect(database.lookup('198.51.100.7')).toBeUndefined()
  })

  it('passes no control characters on, and no long names', () => {
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
  ])('is not %s', (_, bytes) => {
    expect(() => openDatabase(bytes)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })

  it('is not one of something else', () => {
    expect(() => openDatabase(writeMmdb(world, { type: 'DBIP-ASN-Lite' }))).toThrow(
      expect.objectContaining({
        kind: 'wrong_type',
        message: 'it is not a database of countries or cities but "DBIP-ASN-Lite"',
      }),
    )
  })
})
