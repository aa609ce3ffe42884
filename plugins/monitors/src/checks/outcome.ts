import type { LocalizedText } from '@svc/plugin-alerts/contract'

type Detail = Readonly<Record<string, unknown>>

/** What a check found. */
export interface Outcome {
  readonly success: boolean
  /** milliseconds; null when nothing answered */
  readonly latency: number | null
  /** small: it is stored with every check */
  readonly detail: Detail
  /** why it failed */
  readonly error: LocalizedText | null
  /** what the next check is told; left out: what this one was told */
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

/** A text of others, short enough to be stored and shown. */
export const excerpt = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text
