import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RawEntry, rawArchive } from '../test/raw-archive.ts'
import { collection, source } from '../test/sources.ts'
import { makeWorld, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const index: RawEntry = collection('a.js')
const entry = (patch: Partial<RawEntry> = {}): RawEntry => ({ name: 'a.js', content: source(), ...patch })
const rest = (count: number): RawEntry[] => Array.from({ length: count }, (_, n) => ({ name: `${n}.txt` }))

/** An entry with ZIP64 sizes. */
const wide = (size: bigint): RawEntry => {
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(size, 4)
  extra.writeBigUInt64LE(size, 12)
  return entry({ stored: true, size: 0xffffffff, compressedSize: 0xffffffff, extra })
}

const installed = async () => (await world.list()).map(({ id }) => id).filter((id) => id !== 'io.svc.hello-world')

describe('an invalid archive is rejected with a reason and not stored', () => {
  it.each<[string, Buffer, RegExp]>([
    ['a wrong checksum', rawArchive({ entries: [index, entry({ crc: 1 })] }), /a\.js is corrupt/],
    [
      'a wrong checksum after the data',
      rawArchive({ entries: [index, entry({ crc: 1, descriptor: true })] }),
      /corrupt/,
    ],
    ['less than it claims', rawArchive({ entries: [index, entry({ size: 10 })] }), /cannot be read: .*bytes/],
    ['more than it claims', rawArchive({ entries: [index, entry({ size: 1e6 })] }), /cannot be read: .*bytes/],
    ['sizes of 4 GiB', rawArchive({ entries: [index, entry({ size: 0xffffffff })] }), /archive|entry/],
    ['sizes of 2^60', rawArchive({ entries: [index, wide(1n << 60n)] }), /more than|cannot be read/],
    ['sizes of 1 GiB that are not there', rawArchive({ entries: [index, wide(1n << 30n)] }), /cannot be read/],
    ['data past its end', rawArchive({ entries: [index, entry({ compressedSize: 1e8 })] }), /cannot be read/],
    [
      'an unknown method',
      rawArchive({ entries: [index, entry({ method: 99 })] }),
      /cannot be read: .*compression method/,
    ],
    ['encryption', rawArchive({ entries: [index, entry({ flags: 0x801 })] }), /encrypted/],
    ['strong encryption', rawArchive({ entries: [index, entry({ flags: 0x841 })] }), /encrypted|cannot be read/],
    ['bytes after its end', rawArchive({ entries: [index, entry()], suffix: Buffer.from('more') }), /cannot be read/],
    ['no end', rawArchive({ entries: [index, entry()] }).subarray(0, -10), /cannot be read/],
    ['a count of 65535', rawArchive({ entries: [index, entry()], count: 65_535 }), /entries|cannot be read/],
    ['a count that is too high', rawArchive({ entries: [index, entry()], count: 60 }), /cannot be read/],
    ['thousands of empty entries', rawArchive({ entries: [index, entry(), ...rest(5000)] }), /more than 64 entries/],
    [
      '65 entries of which 2 are listed',
      rawArchive({ entries: [...rest(63), index, entry()], count: 2 }),
      /collection\.json/,
    ],
    [
      'twins in two encodings',
      rawArchive({ entries: [index, entry(), { name: Buffer.from('\u00e9.js') }, { name: 'e\u0301.js' }] }),
      /two entries/,
    ],
    ...[
      ['stra\u00dfe.js', 'STRASSE.js'],
      ['\u017f.js', 'S.js'],
      ['\u03c3\u03c2.js', '\u03a3\u03a3.js'],
      ['\ufb01.js', 'FI.js'],
      ['\u212a.js', 'k.js'],
      ['e\u0301.JS', '\u00c9.js'],
    ].map(([one = '', other = '']): [string, Buffer, RegExp] => [
      `twins in two letter cases: ${one} and ${other}`,
      rawArchive({ entries: [index, entry(), { name: one }, { name: other }] }),
      /two entries/,
    ]),
    [
      'a name with a direction override',
      rawArchive({ entries: [index, entry(), { name: 'x\u202ecod.js' }] }),
      /control characters/,
    ],
    [
      'a name of bytes that are no text',
      rawArchive({ entries: [index, entry(), { name: Buffer.from([0xff, 0xfe]) }] }),
      /not valid UTF-8|cannot be read/,
    ],
    [
      'an archive behind a module',
      rawArchive({ entries: [index, entry()], prefix: Buffer.from(source()) }),
      /not valid UTF-8/,
    ],
    [
      'one name in front and another in the directory',
      rawArchive({ entries: [index, entry({ localName: 'b.js' })] }),
      /name|cannot be read/,
    ],
  ])('%s', async (_, bytes, reason) => {
    const { status, error } = await world.install(bytes)
    expect([status, error?.message]).toEqual([400, expect.stringMatching(reason)])
    expect([await installed(), world.audited, world.notifications]).toEqual([[], [], []])
  })

  it('counts overlapping entries each time', async () => {
    const bomb = { name: 'zeros', content: Buffer.alloc(1024 * 1024) }
    const shared = Array.from({ length: 60 }, (_, n) => ({ ...bomb, name: `z${n}`, sameAs: 2 }))
    const bytes = rawArchive({ entries: [index, entry(), bomb, ...shared] })
    const { status, error } = await world.install(bytes)
    expect([status, error.message]).toEqual([
      400,
      expect.stringMatching(/archive has more than 33554432 bytes|cannot be read|name/),
    ])
  })
})

describe('unusual but valid archives are installed', () => {
  it.each<[string, Buffer]>([
    ['sizes and checksum after the data', rawArchive({ entries: [index, entry({ descriptor: true })] })],
    ['entries that are not compressed', rawArchive({ entries: [{ ...index, stored: true }, entry({ stored: true })] })],
    ['a comment of 65535 bytes', rawArchive({ entries: [index, entry()], comment: Buffer.alloc(65_535, 'c') })],
    [
      'a comment that looks like an end',
      rawArchive({ entries: [index, entry()], comment: Buffer.from('PK\u0006\u0005 PK') }),
    ],
    ['sizes in the field of large archives', rawArchive({ entries: [index, wide(BigInt(source().length))] })],
    ['an unknown extra field', rawArchive({ entries: [index, entry({ extra: Buffer.from([1, 0x99, 2, 0, 7, 7]) })] })],
    [
      'bytes before its first entry',
      rawArchive({ entries: [index, entry()], prefix: Buffer.from('PK\u0003\u0004 MZ') }),
    ],
    ['64 entries', rawArchive({ entries: [index, entry(), ...rest(62)] })],
  ])('%s', async (_, bytes) => {
    const { status, data } = await world.install(bytes)
    expect([status, data]).toEqual([200, [{ id: 'org.example.weather', version: '1.0.0' }]])
  })
})

it('random bytes after a ZIP signature never crash the server', async () => {
  const whole = rawArchive({ entries: [index, entry()] })
  for (let at = 4; at < whole.length; at += 7) {
    const bytes = Buffer.from(whole)
    randomBytes(3).copy(bytes, at)
    expect([200, 400]).toContain((await world.install(bytes)).status)
  }
  expect((await world.install(Buffer.from('PK\u0003\u0004'))).status).toBe(400)
})
