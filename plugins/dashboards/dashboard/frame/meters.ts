import { createContext } from 'react'

/** Collects measurements of a widget. */
export interface Meter {
  /** React has committed a render of the widget that took `ms` */
  onCommit(ms: number): void
  /** the widget has read an API response */
  onResponse(path: string, data: unknown): void
}

/** The measurements of a widget since the start. */
export interface Reading {
  readonly id: string
  readonly name: string
  readonly commits: number
  readonly totalMs: number
  readonly maxMs: number
  /** bytes of the API responses that it holds */
  readonly responseBytes: number
}

/** The meters of the widgets of a board. */
export interface Meters {
  meter(id: string): Meter
  setName(id: string, name: string): void
  readings(): readonly Reading[]
}

interface Count {
  name: string
  commits: number
  totalMs: number
  maxMs: number
  readonly responseSizes: Map<string, number>
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0)

/** Starts a measurement. */
export function makeMeters(): Meters {
  const counts = new Map<string, Count>()
  const countOf = (id: string) => {
    const count = counts.get(id) ?? { name: id, commits: 0, totalMs: 0, maxMs: 0, responseSizes: new Map() }
    counts.set(id, count)
    return count
  }
  return {
    meter(id) {
      const count = countOf(id)
      return {
        onCommit(ms) {
          count.commits += 1
          count.totalMs += ms
          count.maxMs = Math.max(count.maxMs, ms)
        },
        onResponse(path, data) {
          // A character takes two bytes in memory.
          if (data !== undefined) count.responseSizes.set(path, JSON.stringify(data).length * 2)
        },
      }
    },
    setName(id, name) {
      countOf(id).name = name
    },
    readings: () =>
      [...counts].map(([id, { responseSizes, ...count }]) => ({
        id,
        ...count,
        responseBytes: sum(responseSizes.values()),
      })),
  }
}

/** The meter of the surrounding widget; undefined unless measuring. */
export const MeterContext = createContext<Meter | undefined>(undefined)

/** Undefined unless measuring. */
export const MetersContext = createContext<Meters | undefined>(undefined)
