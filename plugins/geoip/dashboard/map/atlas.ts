import type { Feature, GeoJsonProperties, Geometry, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Land = GeometryCollection<{ name: string }>

/** The maps of `world-atlas`: countries by ISO 3166-1 number. */
export type Atlas = Topology<{ countries: Land }>

/** The countries, those without a number too. */
export const countriesOf = (atlas: Atlas) => feature(atlas, atlas.objects.countries).features

/** The pieces of land of a country. */
export function polygonsOf({ geometry }: Feature<Geometry, GeoJsonProperties>): readonly Polygon[] {
  if (geometry.type === 'Polygon') return [geometry]
  if (geometry.type !== 'MultiPolygon') return []
  return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
}
