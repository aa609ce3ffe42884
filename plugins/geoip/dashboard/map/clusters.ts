import type { Place } from './places.ts'
import type { Point } from './world.ts'

/** Countries that share a mark, because their own would lie upon each other. */
export interface Cluster {
  /** changes when the countries do */
  readonly key: string
  /** pixels */
  readonly at: Point
  readonly radius: number
  readonly places: readonly Place[]
  readonly count: number
}

/** Pixels of a mark: more for more servers, but never so small that a finger misses it. */
const radiusOf = (count: number): number => (count <= 1 ? 9 : Math.min(20, 10 + 2 * Math.log2(count)))

/** Pixels that stay free between two marks. */
const apart = 2

function clusterOf(places: readonly Place[], scale: number): Cluster {
  const count = places.reduce((sum, { servers }) => sum + servers.length, 0)
  const mean = (axis: 0 | 1) =>
    (scale * places.reduce((sum, { point, servers }) => sum + point[axis] * servers.length, 0)) / count
  const codes = places.map(({ code }) => code)
  return { key: codes.join(' '), at: [mean(0), mean(1)], radius: radiusOf(count), places, count }
}

const touch = (a: Cluster, b: Cluster) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) < a.radius + b.radius + apart

/** The first two that lie upon each other. */
function firstPair(clusters: readonly Cluster[]): readonly [number, number] | undefined {
  for (let i = 0; i < clusters.length; i++) {
    for (let j = i + 1; j < clusters.length; j++) {
      const [a, b] = [clusters[i], clusters[j]]
      if (a && b && touch(a, b)) return [i, j]
    }
  }
  return undefined
}

/** One mark per country, and one for several where there is no room for all; `scale` makes map units pixels. */
export function clustersOf(places: readonly Place[], scale: number): readonly Cluster[] {
  let clusters = places.map((place) => clusterOf([place], scale))
  for (;;) {
    const pair = firstPair(clusters)
    if (!pair) return clusters
    const [i, j] = pair
    const joined = clusterOf([...(clusters[i]?.places ?? []), ...(clusters[j]?.places ?? [])], scale)
    clusters = clusters.map((cluster, index) => (index === i ? joined : cluster)).filter((_, index) => index !== j)
  }
}
