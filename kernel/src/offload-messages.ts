import type { Logger } from '@svc/plugin-sdk'

/** Messages to and from the maintenance worker, which are structured-cloned. */
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

/** An error, with the members of an `ApiError` if it was one. */
export interface SerializedError {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  readonly status?: number
  readonly code?: string
  readonly details?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type FromWorker =
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: SerializedError }
  | {
      readonly kind: 'log'
      readonly plugin: string
      readonly level: keyof Logger
      readonly fields: object
      readonly text: string
    }
