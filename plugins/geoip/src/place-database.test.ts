import { describe, expect, it } from 'vitest'
import { bomb, city, country, world, writeMmdb } from '../test/mmdb.ts'
import { knowsTheInternet, openDatabase } from './place-database.ts'

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

  it('is not one whose records unfold without end, and a lookup of such a record ends', () => {
    expect(() => openDatabase(writeMmdb({ '8.8.8.0/24': bomb(60, 0) }))).toThrow(
      expect.objectContaining({ kind: 'invalid' }),
    )
    const database = openDatabase(writeMmdb({ '198.51.100.0/24': bomb(60, 0), '203.0.113.0/24': country('JP') }))
    expect(database.lookup('198.51.100.7')).toBeUndefined()
    expect(database.lookup('203.0.113.7')?.countryCode).toBe('JP')
  })

  it('is not one whose description unfolds without end', () => {
    // the description is written last: a bomb put where it starts needs no more of the file
    const end = whole.lastIndexOf('MaxMind.com') + 'MaxMind.com'.length
    const bytes = Buffer.concat([whole.subarray(0, end), bomb(60, 0)])
    expect(() => openDatabase(bytes)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })

  it('is not one with a list that claims millions of members, or a pointer to itself', () => {
    for (const record of [Buffer.from([0x1f, 4, 0xff, 0xff, 0xff]), Buffer.from([0x20, 0])])
      expect(() => openDatabase(writeMmdb({ '8.8.8.0/24': record }))).toThrow(
        expect.objectContaining({ kind: 'invalid' }),
      )
  })

  it('has its description at its end: it is not looked for elsewhere', () => {
    const near = Buffer.concat([whole, Buffer.alloc(100_000)])
    expect(openDatabase(near).lookup('203.0.113.7')?.countryCode).toBe('JP')
    const far = Buffer.concat([whole, Buffer.alloc(128 * 1024)])
    expect(() => openDatabase(far)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })

  it('may use pointers', () => {
    const shared = Buffer.from([0xe1, 0x47, ...Buffer.from('country'), 0x20, 0])
    const first = Object.values(country('DE'))[0]
    const database = openDatabase(writeMmdb({ '198.51.100.0/24': first, '203.0.113.0/24': shared }))
    expect(database.lookup('203.0.113.7')?.countryCode).toBe('DE')
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
