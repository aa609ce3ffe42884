import { createContext } from 'react'

/** Collects what one widget costs while the editor measures. */
export interface Meter {
  /** React committed something of the widget after `ms` of rendering */
  committed(ms: number): void
  /** the widget read an answer of the API */
  read(path: string, data: unknown): void
}

/** The meter of the widget around, while there is one. */
export const MeterContext = createContext<Meter | undefined>(undefined)
