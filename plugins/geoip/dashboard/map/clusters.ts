import type { Place } from './places.ts'
import type { Point } from './world.ts'

/** Countries that share a marker, because their own markers would overlap. */
export interface Cluster {
  /** changes with the countries */
  readonly key: string
  /** pixels */
  readonly at: Point
  readonly radius: number
  readonly places: readonly Place[]
  readonly count: number
}

/** Radius in pixels: grows with the number of servers, and is large enough to tap. */
const radiusOf = (count: number): number => (count <= 1 ? 9 : Math.min(20, 10 + 2 * Math.log2(count)))

/** Minimum gap between markers in pixels. */
const minGap = 2

function clusterOf(places: readonly Place[], scale: number): Cluster {
  const count = places.reduce((sum, { servers }) => sum + servers.length, 0)
  const mean = (axis: 0 | 1) =>
    (scale * places.reduce((sum, { point, servers }) => sum + point[axis] * servers.length, 0)) / count
  const codes = places.map(({ code }) => code)
  return { key: codes.join(' '), at: [mean(0), mean(1)], radius: radiusOf(count), places, count }
}

const overlap = (a: Cluster, b: Cluster) =>
  Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) < a.radius + b.radius + minGap

/** Indexes of the first overlapping pair. */
function findOverlap(clusters: readonly Cluster[]): readonly [number, number] | undefined {
  for (let i = 0; i < clusters.length; i++) {
    for (let j = i + 1; j < clusters.length; j++) {
      const [a, b] = [clusters[i], clusters[j]]
      if (a && b && overlap(a, b)) return [i, j]
    }
  }
  return undefined
}

/** One marker per country; overlapping markers are merged. `scale` converts map units to pixels. */
export function clustersOf(places: readonly Place[], scale: number): readonly Cluster[] {
  let clusters = places.map((place) => clusterOf([place], scale))
  for (;;) {
    const pair = findOverlap(clusters)
    if (!pair) return clusters
    const [i, j] = pair
    const merged = clusterOf([...(clusters[i]?.places ?? []), ...(clusters[j]?.places ?? [])], scale)
    clusters = clusters.map((cluster, index) => (index === i ? merged : cluster)).filter((_, index) => index !== j)
  }
}
