import { createContext } from 'react'
import type { Meter } from './meter.ts'

/** What one widget cost since the measurement began. */
export interface Reading {
  readonly id: string
  readonly name: string
  readonly commits: number
  readonly totalMs: number
  readonly maxMs: number
  /** bytes of the answers of the API that it holds */
  readonly answerBytes: number
}

/** The meters of all widgets of a board. */
export interface Meters {
  meter(id: string): Meter
  named(id: string, name: string): void
  readings(): readonly Reading[]
}

interface Count {
  name: string
  commits: number
  totalMs: number
  maxMs: number
  readonly answers: Map<string, number>
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0)

/** Begins a measurement. */
export function makeMeters(): Meters {
  const counts = new Map<string, Count>()
  const countOf = (id: string) => {
    const count = counts.get(id) ?? { name: id, commits: 0, totalMs: 0, maxMs: 0, answers: new Map() }
    counts.set(id, count)
    return count
  }
  return {
    meter(id) {
      const count = countOf(id)
      return {
        committed(ms) {
          count.commits += 1
          count.totalMs += ms
          count.maxMs = Math.max(count.maxMs, ms)
        },
        read(path, data) {
          // characters are two bytes each in memory
          if (data !== undefined) count.answers.set(path, JSON.stringify(data).length * 2)
        },
      }
    },
    named(id, name) {
      countOf(id).name = name
    },
    readings: () =>
      [...counts].map(([id, { answers, ...count }]) => ({ id, ...count, answerBytes: sum(answers.values()) })),
  }
}

/** Set while the editor measures. */
export const MetersContext = createContext<Meters | undefined>(undefined)
