import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clustersOf } from './clusters.ts'
import countryPoints from './country-points.json'
import type { MapServer } from './map-server.ts'
import { placesOf, summarizeStatus } from './places.ts'
import { borders, countryAt, height, outlines, width } from './world.ts'

const server = (id: string, country: string | null, state: MapServer['state'] = 'healthy'): MapServer => ({
  ...{ id, name: id, state, country, region: null },
})

describe('the world', () => {
  it('has every country except Antarctica', () => {
    const off = Object.keys(countryPoints).filter((code) => {
      const [x = -1, y = -1] = countryAt(code)?.point ?? []
      return !(x >= 0 && x <= width && y >= 0 && y <= height)
    })
    expect(off).toEqual(['AQ'])
  })

  it('locates countries', () => {
    const at = (code: string) => countryAt(code)?.point ?? [Number.NaN, Number.NaN]
    expect(at('US')[0]).toBeLessThan(at('DE')[0])
    expect(at('DE')[0]).toBeLessThan(at('JP')[0])
    expect(at('NO')[1]).toBeLessThan(at('ZA')[1])
  })

  it('ignores unknown codes', () => {
    for (const code of ['', 'XX', 'de', 'toString', '__proto__']) expect(countryAt(code)).toBeUndefined()
  })

  it('has country outlines and borders', () => {
    const numbers = new Set(outlines.map(({ number }) => number))
    for (const code of ['US', 'DE', 'CN', 'AU', 'BR', 'ZA']) expect(numbers).toContain(countryAt(code)?.number)
    expect(outlines.filter(({ d }) => !d.startsWith('M'))).toEqual([])
    expect(borders.length).toBeGreaterThan(10_000)
  })
})

describe('places', () => {
  it('are countries, sorted by server count', () => {
    const { places, unlocated } = placesOf([
      ...[server('a', 'FR'), server('b', 'DE'), server('c', 'DE'), server('d', null), server('e', 'ZZ')],
      server('f', 'AT'),
    ])
    expect(places.map(({ code, servers }) => [code, servers.map(({ id }) => id)])).toEqual([
      ['DE', ['b', 'c']],
      ['AT', ['f']],
      ['FR', ['a']],
    ])
    expect(unlocated.map(({ id }) => id)).toEqual(['d', 'e'])
  })

  it.each([
    [['healthy', 'healthy'], 'well'],
    [['healthy', 'pending'], 'well'],
    [['healthy', 'offline'], 'mixed'],
    [['healthy', 'critical'], 'mixed'],
    [['warning', 'healthy'], 'warning'],
    [['offline', 'pending'], 'down'],
    [['pending'], 'waiting'],
  ] as const)('of servers that are %j are %s', (states, tone) => {
    const status = summarizeStatus(states.map((state, index) => server(String(index), 'DE', state)))
    expect(status).toMatchObject({ tone, total: states.length })
  })
})

describe('clusters', () => {
  const fleet = fc.array(
    fc.record({ country: fc.constantFrom(...Object.keys(countryPoints)), count: fc.integer({ min: 1, max: 40 }) }),
    { maxLength: 60 },
  )
  const serversOf = (groups: readonly { country: string; count: number }[]) =>
    groups.flatMap(({ country, count }, group) =>
      Array.from({ length: count }, (_, index) => server(`${group}-${index}`, country)),
    )

  it('never overlap and contain every server', () => {
    fc.assert(
      fc.property(fleet, fc.double({ min: 0.2, max: 3, noNaN: true }), (groups, scale) => {
        const { places } = placesOf(serversOf(groups))
        const clusters = clustersOf(places, scale)
        const inside = clusters.flatMap(({ places }) => places.map(({ code }) => code))
        expect(inside.sort()).toEqual(places.map(({ code }) => code).sort())
        for (const a of clusters) {
          expect(a.count).toBe(a.places.reduce((sum, { servers }) => sum + servers.length, 0))
          for (const b of clusters) {
            if (a === b) continue
            expect(Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1])).toBeGreaterThanOrEqual(a.radius + b.radius)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('of neighbors are merged if they would overlap', () => {
    const { places } = placesOf([server('a', 'BE'), server('b', 'NL'), server('c', 'JP')])
    const keys = (scale: number) => clustersOf(places, scale).map(({ key }) => key)
    expect(keys(4)).toEqual(['BE', 'JP', 'NL'])
    expect(keys(0.3)).toEqual(['BE NL', 'JP'])
  })
})
