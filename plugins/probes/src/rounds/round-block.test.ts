import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digest, mergeRounds, type Round, type Series } from './round.ts'
import { openBlock, sealBlock, withoutSeries } from './round-block.ts'

const base = 1_777_636_800
const micros = fc.integer({ min: 0, max: 600_000_000 }).map((value) => value / 1000)
const latencies = fc.oneof(
  fc.constant({ avg: null, min: null, max: null }),
  fc.record({ avg: micros, min: micros, max: micros }),
  // realistic
  fc
    .record({ avg: fc.integer({ min: 20_000, max: 21_000 }), below: fc.nat(900), above: fc.nat(3000) })
    .map(({ avg, below, above }) => ({ avg: avg / 1000, min: (avg - below) / 1000, max: (avg + above) / 1000 })),
)
const counts = fc.record({ sent: fc.integer({ min: 1, max: 100_000 }), rounds: fc.integer({ min: 1, max: 3600 }) })
const error = fc.option(fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('timeout', '无法访问')), { freq: 3 })

const round: fc.Arbitrary<Omit<Round, 'at'>> = fc
  .tuple(latencies, counts, fc.nat(), error)
  .map(([all, { sent, rounds }, lost, text]) => ({
    ...all,
    sent,
    received: sent - (lost % (sent + 1)),
    rounds,
    error: text,
  }))

/** Ascending, without duplicates. */
export const anyRounds = fc
  .uniqueArray(fc.tuple(fc.nat(3599), round), { selector: ([at]) => at, minLength: 1, maxLength: 60 })
  .map((all) => all.sort(([a], [b]) => a - b).map(([at, one]): Round => ({ at: base + at, ...one })))

const anySeries: fc.Arbitrary<Series> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 ** 32 }), anyRounds), {
    selector: ([number]) => number,
    minLength: 1,
    maxLength: 5,
  })
  .map((all) => new Map(all))

const sealed = (series: Series) => sealBlock(series, base) ?? new Uint8Array()
const sorted = (series: Series) => [...series].sort(([a], [b]) => a - b)

describe('a block of rounds', () => {
  it('decodes what was encoded', () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        expect([...openBlock(sealed(series), base)]).toEqual(sorted(series))
      }),
    )
  })

  it('decodes one series without the others', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(), (series, which) => {
        const number = [...series.keys()][which % series.size] as number
        const block = sealed(series)
        expect([...openBlock(block, base, new Set([number, -1]))]).toEqual([[number, series.get(number)]])
        const rest = withoutSeries(block, number)
        const others = sorted(series).filter(([other]) => other !== number)
        expect(rest ? [...openBlock(rest, base)] : []).toEqual(others)
        expect(withoutSeries(block, -1)).toBe(block)
      }),
    )
  })

  it('detects any changed byte', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(), fc.integer({ min: 1, max: 255 }), (series, where, by) => {
        const block = Uint8Array.from(sealed(series))
        const at = where % block.length
        block[at] = (block[at] as number) ^ by
        expect(() => openBlock(block, base)).toThrow(/checksum/)
      }),
    )
  })

  it('detects truncation', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(), (series, where) => {
        const block = sealed(series)
        expect(() => openBlock(block.subarray(0, where % block.length), base)).toThrow()
      }),
    )
  })

  it('needs a few bytes per round of a realistic network', () => {
    const usual = Array.from({ length: 60 }, (_, i): Round => {
      const avg = 20_000 + ((i * 7919) % 800)
      const [min, max] = [avg - ((i * 104_729) % 500), avg + ((i * 1_299_709) % 2000)]
      return {
        at: base + i * 60 + (i % 2),
        avg: avg / 1000,
        min: min / 1000,
        max: max / 1000,
        sent: 10,
        received: i % 30 === 0 ? 9 : 10,
        rounds: 1,
        error: null,
      }
    })
    expect(sealed(new Map([[1, usual]])).length / 60).toBeLessThan(7)
  })
})

describe('merging rounds', () => {
  it('keeps each round once', () => {
    fc.assert(
      fc.property(anyRounds, fc.nat(), fc.nat(), (rounds, a, b) => {
        const [from, to] = [a % rounds.length, b % (rounds.length + 1)]
        expect(mergeRounds(rounds.slice(0, to), rounds.slice(Math.min(from, to)))).toEqual(rounds)
        expect(mergeRounds(rounds.slice(Math.min(from, to)), rounds.slice(0, to))).toEqual(rounds)
      }),
    )
  })

  it('aggregates an hour: averages weighted by received packets, extremes and sums', () => {
    const one = { at: base, avg: 10, min: 5, max: 20, sent: 10, received: 10, rounds: 1, error: null }
    const other = { ...one, at: base + 60, avg: 40, min: 30, max: 50, received: 5 }
    const lost = { ...one, at: base + 120, avg: null, min: null, max: null, received: 0 }
    expect(digest(base, [one, other, lost])).toEqual({
      at: base,
      avg: 20,
      min: 5,
      max: 50,
      sent: 30,
      received: 15,
      rounds: 3,
      error: null,
    })
    expect(digest(base, [lost])).toMatchObject({ avg: null, min: null, max: null, sent: 10, received: 0, rounds: 1 })
  })
})
