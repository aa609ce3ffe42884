import type { ApiError, Logger } from '@svc/plugin-sdk'

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
  | { readonly kind: 'copy'; readonly id: number; readonly to: string }
  | { readonly kind: 'empty'; readonly id: number; readonly tables: readonly string[] }
  | { readonly kind: 'inspect'; readonly id: number; readonly path: string }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'close' }

/** An error, with its further members if it was an `ApiError`. */
export interface SerializedError
  extends Partial<Pick<ApiError, 'status' | 'code' | 'text' | 'fields' | 'details' | 'headers'>> {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
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
