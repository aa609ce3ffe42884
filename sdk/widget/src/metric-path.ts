import type { ServerStatus } from '@svc/protocol'

type Primitive = string | number | boolean | null

type PathsOf<T, Depth extends number[] = []> = Depth['length'] extends 3
  ? never
  : {
      [K in keyof T & string]-?: NonNullable<T[K]> extends Primitive
        ? K
        : NonNullable<T[K]> extends readonly unknown[]
          ? never
          : NonNullable<T[K]> extends object
            ? `${K}.${PathsOf<NonNullable<T[K]>, [...Depth, 0]>}`
            : never
    }[keyof T & string]

type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<NonNullable<T[Head]>, Rest>
    : never
  : P extends keyof T
    ? T[P]
    : never

/** Metrics computed from others: usage in percent. */
export type DerivedMetric = 'mem_percent' | 'swap_percent' | 'disk_percent'

/** The path of a server's metric. */
export type MetricPath = PathsOf<ServerStatus> | DerivedMetric

/** The type of the metric at `Path`; any of them if the path is not a literal. */
export type MetricValue<Path extends string> = Path extends DerivedMetric
  ? number | undefined
  : string extends Path
    ? number | string | undefined
    : Exclude<At<ServerStatus, Path>, null> | undefined

const share = (used: number, total: number) => (total > 0 ? Math.min(100, (100 * used) / total) : undefined)

const derived: Readonly<Record<DerivedMetric, (server: ServerStatus) => number | undefined>> = {
  mem_percent: (server) => share(server.mem_used, server.mem_total),
  swap_percent: (server) => share(server.swap_used, server.swap_total),
  disk_percent: (server) => share(server.disk_used, server.disk_total),
}

/** The metric paths suggested in forms. */
export const metricPaths = (server: ServerStatus | undefined): readonly string[] => [
  ...Object.keys(derived),
  ...Object.entries(server ?? {}).flatMap(([name, value]) => (typeof value === 'number' ? [name] : [])),
]

/** Reads the metric at `path`; undefined if it does not exist or is not a single value. */
export function metricAt<Path extends string>(server: ServerStatus | undefined, path: Path): MetricValue<Path> {
  if (!server) return undefined as MetricValue<Path>
  if (Object.hasOwn(derived, path)) return derived[path as DerivedMetric](server) as MetricValue<Path>
  let value: unknown = server
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined as MetricValue<Path>
    value = (value as Record<string, unknown>)[name]
  }
  const isValue = typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
  return (isValue ? value : undefined) as MetricValue<Path>
}
