import { createRequire } from 'node:module'
import { geoArea, geoCentroid } from 'd3-geo'
import type { Polygon } from 'geojson'
import countries from 'i18n-iso-countries'
import { expect, it } from 'vitest'
import { type Atlas, countriesOf, polygonsOf } from './world.ts'

/** Territories that the maps draw as part of another country, or not at all. */
const others = {
  BQ: [-68.3, 12.2],
  BV: [3.4, -54.4],
  CC: [96.9, -12.2],
  CX: [105.7, -10.5],
  GF: [-53.2, 3.9],
  GP: [-61.4, 16.2],
  MQ: [-61, 14.7],
  RE: [55.5, -21.1],
  SJ: [16, 78.7],
  TK: [-171.8, -9.2],
  XK: [20.9, 42.6],
  YT: [45.2, -12.8],
} as const

const rounded = (degrees: number) => Math.round(degrees * 10) / 10

/** The center of the largest polygon; the center of all polygons would often be in the sea. */
function middleOf(pieces: readonly Polygon[]): readonly number[] {
  const [largest] = [...pieces].sort((a, b) => geoArea(b) - geoArea(a))
  return largest ? geoCentroid(largest).map(rounded) : []
}

it('country points match the large map; -u regenerates them', async () => {
  const large = createRequire(import.meta.url)('world-atlas/countries-10m.json') as Atlas
  const byCode = new Map<string, readonly number[]>(Object.entries(others))
  for (const country of countriesOf(large)) {
    const code = country.id === undefined ? undefined : countries.numericToAlpha2(country.id)
    if (code && !byCode.has(code)) byCode.set(code, [...middleOf(polygonsOf(country)), Number(country.id)])
  }
  const lines = [...byCode].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([code, at]) => [code, JSON.stringify(at)])
  expect(lines.filter(([, at]) => !/^\[-?[\d.]+,-?[\d.]+(,\d+)?\]$/.test(at ?? ''))).toEqual([])
  const text = `{\n${lines.map(([code, at]) => `  "${code}": ${at?.replaceAll(',', ', ')}`).join(',\n')}\n}\n`
  await expect(text).toMatchFileSnapshot('country-points.json')
})
