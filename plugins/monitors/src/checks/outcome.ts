import type { LocalizedText } from '@svc/plugin-alerts/contract'

type Detail = Readonly<Record<string, unknown>>

/** The result of a check. */
export interface Outcome {
  readonly success: boolean
  /** milliseconds; null without a response */
  readonly latency: number | null
  /** stored with every check, so keep it small */
  readonly detail: Detail
  /** why it failed */
  readonly error: LocalizedText | null
  /** value for the next check; omitted: unchanged */
  readonly memory?: string
}

export const succeeded = (latency: number, detail: Detail): Outcome => ({
  success: true,
  latency,
  detail,
  error: null,
})

export const failed = (error: LocalizedText, latency: number | null = null, detail: Detail = {}): Outcome => ({
  success: false,
  latency,
  detail,
  error,
})

/** Cuts untrusted text to a length that can be stored and shown. */
export const excerpt = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
