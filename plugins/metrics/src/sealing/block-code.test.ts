import { BitReader, BitWriter, makeBlock } from '@svc/series'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columns } from '../columns.ts'
import { type Cell, mergeBlocks, type RecordBlock } from '../record-block.ts'
import { openBlock, readColumn, sealBlock, tagOf, writeColumn } from './block-code.ts'

const whole = fc.oneof(
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  fc.nat(100),
)
const decimal = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer({ min: -273_150, max: 10_000_000 }).map((n) => n / 1000),
)
const disk = fc.record({ name: fc.string({ unit: 'binary' }), read_bytes_per_sec: whole, write_bytes_per_sec: whole })
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[0-9a.-]{0,40}$/),
  fc.array(disk, { maxLength: 4 }).map((disks) => JSON.stringify(disks)),
)

/** Arbitrary values of the column types, as a database may contain. */
const cellOf = { INTEGER: whole, REAL: decimal, TEXT: text }
const hours: fc.Arbitrary<RecordBlock> = fc
  .uniqueArray(fc.nat(59), { minLength: 1 })
  .map((minutes) => minutes.sort((a, b) => a - b))
  .chain((minutes) =>
    fc
      .tuple(
        ...columns.map(({ type, nullable }) => {
          const cell = cellOf[type] as fc.Arbitrary<Cell>
          const any = nullable ? fc.option(cell) : cell
          const length = { minLength: minutes.length, maxLength: minutes.length }
          return fc.oneof(
            fc.array(any, length),
            any.map((one) => minutes.map(() => one)),
          )
        }),
      )
      .map((cells) => ({ slots: minutes, cells })),
  )

describe('a sealed block', () => {
  it('survives a round trip with any content', () => {
    fc.assert(
      fc.property(hours, (hour) => {
        expect(openBlock(sealBlock(hour))).toStrictEqual(hour)
      }),
      { numRuns: 300 },
    )
  })

  it('decodes any subset of columns', () => {
    const some = fc.subarray(columns.map((column, at) => ({ ...column, at })))
    fc.assert(
      fc.property(hours, some, ({ slots, cells }, wanted) => {
        const opened = openBlock(sealBlock({ slots, cells }), wanted)
        expect(opened).toStrictEqual({ slots, cells: wanted.map(({ at }) => cells[at]) })
      }),
    )
  })

  it('is rejected if any byte has changed', () => {
    fc.assert(
      fc.property(hours, fc.nat(), fc.integer({ min: 1, max: 255 }), (hour, where, change) => {
        const block = sealBlock(hour)
        const at = where % block.length
        block[at] = (block[at] as number) ^ change
        expect(() => openBlock(block)).toThrow()
      }),
    )
  })

  it('is rejected or bounded for arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        try {
          readColumn(new BitReader(bytes, 0, bytes.length), 60)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
        expect(() => openBlock(Buffer.concat([Buffer.of(1), bytes]))).toThrow()
      }),
      { numRuns: 1000 },
    )
  })

  it.each<[string, Cell[]]>([
    ['the largest numbers in turn', [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
    ['steps as large as they may be', [0, 2 ** 52 - 1, 0, 2 ** 52, 2 ** 53 - 1, 0]],
    ['multiples of a page', [5_368_709_120, 5_368_713_216, null, 5_368_717_312]],
    ['a few among many that are small', [...Array<number>(57).fill(3), 2 ** 51, 4, 5]],
    ['counters that fall', [934_857_123_000, 934_857_999_000, 12, 900]],
    ['negative decimals', [-273.15, -0.001, 0, 9.999]],
    ['beyond whole numbers', [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, Number.EPSILON]],
    ['infinities', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null]],
    ['a negative zero', [-0, 0, -0]],
    ['nothing but a negative zero', [-0, -0]],
    ['tenths that are none', [0.1 + 0.2, 0.3, 1.0005, 1.001]],
    ['gaps', [null, 5, null, null, 7, null]],
    ['nothing', []],
    ['texts like numbers', ['007', '7', '-7', '7.0', '1e5', '12345678901234567890', '', null]],
    ['lone halves of characters', ['\ud83d', '\udc00\u0000', '\ud83d']],
    ['a device that comes and goes', ['[]', '[{"a":1}]', '[{"a":1},{"b":2}]', '[{"a":3}]', null, '[]']],
  ])('keeps %s', (_, cells) => {
    const bits = new BitWriter()
    writeColumn(bits, cells)
    const bytes = bits.finish()
    expect(readColumn(new BitReader(bytes, 0, bytes.length), cells.length)).toStrictEqual(cells)
  })

  it('is small for a typical host', () => {
    let seed = 1
    const noise = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return Math.floor((seed / 2_147_483_647) * most)
    }
    const typical: Record<string, (minute: number) => Cell> = {
      cpu: () => 7 + noise(4000) / 1000,
      mem_used: () => 5_368_709_120 + noise(2_000_000),
      disk_used: (minute) => 81_000_000_000 + minute * 4096,
      net_in_speed: () => 15_000 + noise(9000),
      net_out_speed: () => 20_000 + noise(9000),
      net_in_transfer: (minute) => 934_857_123 + minute * 900_000 + noise(90_000),
      net_out_transfer: (minute) => 5_530_012 + minute * 1_200_000 + noise(90_000),
      load1: () => noise(90) / 100,
      load5: () => 0.4 + noise(9) / 100,
      load15: () => 0.48,
      tcp_conn: () => 37 + noise(5),
      process_count: () => 164 + noise(4),
      temperature: () => 41 + noise(20) / 10,
      disk_io_json: () =>
        JSON.stringify([
          { name: 'nvme0n1', read_bytes_per_sec: noise(3) * 4096, write_bytes_per_sec: noise(300) * 4096 },
          { name: 'sda', read_bytes_per_sec: 0, write_bytes_per_sec: noise(20) * 4096 },
        ]),
    }
    const minutes = Array.from({ length: 60 }, (_, i) => i)
    const cells = columns.map(({ name, nullable }) =>
      minutes.map((minute) => typical[name]?.(minute) ?? (nullable ? null : 0)),
    )
    expect(sealBlock({ slots: minutes, cells }).length / 60).toBeLessThanOrEqual(40)
  })

  it('is rejected if corrupt or of an unknown version', () => {
    const block = sealBlock({ slots: [0], cells: columns.map(() => [null]) })
    expect(() => openBlock(makeBlock([Buffer.of(9), block.subarray(1)]))).toThrow('version 9')
    expect(() => openBlock(Buffer.concat([Buffer.of(9), block.subarray(1)]))).toThrow('checksum')
    expect(() => openBlock(block.subarray(0, -3))).toThrow()
  })

  it('has null in columns added later', () => {
    const block = sealBlock({ slots: [3, 9], cells: columns.map(() => [5, 5]) })
    expect(openBlock(block, [{ name: 'cpu' }, { name: 'added_later' }])).toEqual({
      slots: [3, 9],
      cells: [
        [5, 5],
        [null, null],
      ],
    })
  })

  it('is merged with late rows, which take precedence', () => {
    const hour = (slots: number[], value: number) => ({ slots, cells: columns.map(() => slots.map(() => value)) })
    const merged = mergeBlocks(hour([3, 5], 1), hour([1, 5], 2))
    expect(merged.slots).toEqual([1, 3, 5])
    expect(merged.cells).toEqual(columns.map(() => [2, 1, 2]))
  })
})

it('gives each column a tag of its own', () => {
  const tags = columns.map(({ name }) => tagOf(name))
  expect(new Set(tags).size).toBe(columns.length)
})
