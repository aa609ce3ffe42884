import type { Contribution, PointRef, Registry } from '@svc/plugin-sdk'

export interface Contributions {
  /** Adds all items of a plugin, or none: a duplicate key or a malformed item throws. */
  add(plugin: string, items: readonly Contribution[]): void
  withdraw(plugin: string): void
  registry(point: string): Registry<unknown>
  /** Declares who owns a point. */
  own(point: string, plugin: string): void
  /** Whether `contributor` has an item in a point of `owner`. */
  serves(contributor: string, owner: string): boolean
  /** points that have items and no owner */
  ownerless(): readonly string[]
}

interface Item {
  readonly point: string
  readonly key: string
  readonly value: unknown
  readonly plugin: string
}

/** The items of one point, in order of arrival and by key. */
interface Contributed {
  readonly all: unknown[]
  readonly keyed: Map<string, unknown>
}

const read = (plugin: string, { point, item }: Contribution): Item => {
  const ref: PointRef<never> = point
  const key: unknown = ref.keyOf(item as never, plugin)
  if (typeof key !== 'string') throw new Error(`contributed an item without a key to ${ref.id}`)
  return { point: ref.id, key, value: item, plugin }
}

const none: readonly unknown[] = []

/** The items contributed to extension points. They are read at use, so the order of arrival does not matter. */
export function makeContributions(): Contributions {
  let items: Item[] = []
  const owners = new Map<string, string>()
  let byPoint = new Map<string, Contributed>()

  const index = () => {
    byPoint = new Map()
    for (const item of items) {
      const entry: Contributed = byPoint.get(item.point) ?? { all: [], keyed: new Map() }
      entry.all.push(item.value)
      entry.keyed.set(item.key, item.value)
      byPoint.set(item.point, entry)
    }
  }

  return {
    add(plugin, contributions) {
      const added = [...items]
      for (const contribution of contributions) {
        const next = read(plugin, contribution)
        const rival = added.find((item) => item.point === next.point && item.key === next.key)
        if (rival) throw new Error(`contributed ${next.key} to ${next.point}, which ${rival.plugin} already did`)
        added.push(next)
      }
      items = added
      index()
    },
    withdraw(plugin) {
      items = items.filter((item) => item.plugin !== plugin)
      index()
    },
    registry: (point) => ({
      // The same array until something changes, so that readers can cache what they derive from it.
      all: () => byPoint.get(point)?.all ?? none,
      get: (key) => byPoint.get(point)?.keyed.get(key),
    }),
    own: (point, plugin) => void owners.set(point, plugin),
    serves: (contributor, owner) =>
      items.some((item) => item.plugin === contributor && owners.get(item.point) === owner),
    ownerless: () => [...byPoint.keys()].filter((point) => !owners.has(point)),
  }
}
