import { geoNaturalEarth1, geoPath } from 'd3-geo'
import type { Feature, GeoJsonProperties, Geometry, Polygon } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json'
import countryPoints from './country-points.json'

/** A point on the map of `width` by `height` units. */
export type Point = readonly [x: number, y: number]

/** The maps of `world-atlas`: countries by ISO 3166-1 number. */
export type Atlas = Topology<{ countries: Land }>

/** All countries, including those without a number. */
export const countriesOf = (atlas: Atlas) => feature(atlas, atlas.objects.countries).features

/** The polygons of a country. */
export function polygonsOf({ geometry }: Feature<Geometry, GeoJsonProperties>): readonly Polygon[] {
  if (geometry.type === 'Polygon') return [geometry]
  if (geometry.type !== 'MultiPolygon') return []
  return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
}

const world = atlas as unknown as Atlas

/** Omitted, because it would take a third of the map. */
const antarctica = 10
const countries = countriesOf(world).filter(({ id }) => Number(id) !== antarctica)
const shown = { type: 'FeatureCollection' as const, features: countries }

export const width = 1000
const projection = geoNaturalEarth1().fitWidth(width, shown)
const path = geoPath(projection).digits(1)
export const height = Math.ceil(path.bounds(shown)[1][1])

/** Country outlines by ISO 3166-1 number; disputed areas have none. */
export const outlines: readonly { readonly number: number | undefined; readonly d: string }[] = countries.map(
  (country) => ({ number: country.id === undefined ? undefined : Number(country.id), d: path(country) ?? '' }),
)

/** Borders, each drawn once. */
export const borders = path(mesh(world, world.objects.countries, (a, b) => a !== b)) ?? ''

const points: Readonly<Record<string, readonly number[]>> = countryPoints

/** Position and number of a country; undefined if it is unknown or not on the map. */
export function countryAt(code: string): { readonly point: Point; readonly number: number | undefined } | undefined {
  if (!Object.hasOwn(points, code)) return undefined
  const [longitude = 0, latitude = 0, number] = points[code] ?? []
  const point = pointAt(longitude, latitude)
  return point && { point, number }
}

/** A place on the map; undefined if it is not on it. Islands at the date line are beyond the outermost land. */
export function pointAt(longitude: number, latitude: number): Point | undefined {
  const at = projection([longitude, latitude])
  return at && at[1] <= height ? [Math.min(width, Math.max(0, at[0])), at[1]] : undefined
}

type Land = GeometryCollection<{ name: string }>
