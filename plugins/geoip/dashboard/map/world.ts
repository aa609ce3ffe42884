import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { mesh } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import { type Atlas, countriesOf } from './atlas.ts'
import countryPoints from './country-points.json'

/** A place on the drawn map, which is `width` wide and `height` high. */
export type Point = readonly [x: number, y: number]

const world = atlas as unknown as Atlas
/** Its outline would take a third of the map, for the few servers there. */
const antarctica = 10
const countries = countriesOf(world).filter(({ id }) => Number(id) !== antarctica)
const shown = { type: 'FeatureCollection' as const, features: countries }

export const width = 1000
const projection = geoNaturalEarth1().fitWidth(width, shown)
const path = geoPath(projection).digits(1)
export const height = Math.ceil(path.bounds(shown)[1][1])

/** Outlines of countries, by ISO 3166-1 number; disputed ones have none. */
export const outlines: readonly { readonly number: number | undefined; readonly d: string }[] = countries.map(
  (country) => ({ number: country.id === undefined ? undefined : Number(country.id), d: path(country) ?? '' }),
)

/** The lines between countries, each once. */
export const borders = path(mesh(world, world.objects.countries, (a, b) => a !== b)) ?? ''

const points: Readonly<Record<string, readonly number[]>> = countryPoints

/** Where a country is and its number; undefined for what is no country, or not on this map. */
export function countryAt(code: string): { readonly point: Point; readonly number: number | undefined } | undefined {
  if (!Object.hasOwn(points, code)) return undefined
  const [longitude = 0, latitude = 0, number] = points[code] ?? []
  const at = projection([longitude, latitude])
  // islands at the date line lie beyond the outermost land
  return at && at[1] <= height ? { point: [Math.min(width, Math.max(0, at[0])), at[1]], number } : undefined
}
