import { FormatRegistry } from '@sinclair/typebox'

/** A string format. */
export interface Format {
  /** for error messages: "an IP address" */
  readonly description: string
  check(text: string): boolean
}

const descriptions = new Map<string, string>()

/** Registers formats for `format: name` in schemas. Each program registers its own, so it loads only what it needs. */
export function defineFormats(formats: Readonly<Record<string, Format>>): void {
  for (const [name, format] of Object.entries(formats)) {
    FormatRegistry.Set(name, format.check)
    descriptions.set(name, format.description)
  }
}

export const describeFormat = (format: string): string => descriptions.get(format) ?? `a ${format}`
