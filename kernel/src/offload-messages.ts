import type { Logger } from '@svc/plugin-sdk'

/** What crosses the border of the maintenance worker. Everything is structured-cloned. */
export type ToWorker =
  | {
      readonly kind: 'run'
      readonly id: number
      readonly plugin: string
      readonly module: string
      readonly input: unknown
      readonly tables: readonly string[]
    }
  | { readonly kind: 'checkpoint'; readonly id: number }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'close' }

/** An error; `status`, `code` and `details` when it was an `ApiError`. */
export interface Failed {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  readonly status?: number
  readonly code?: string
  readonly details?: unknown
}

export type FromWorker =
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failed }
  | {
      readonly kind: 'log'
      readonly plugin: string
      readonly level: keyof Logger
      readonly fields: object
      readonly text: string
    }
