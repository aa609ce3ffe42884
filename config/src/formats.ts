import { FormatRegistry } from '@sinclair/typebox'

/** A format of strings, with the words of its error sentence: "an IP address". */
export interface Format {
  readonly words: string
  check(text: string): boolean
}

const words = new Map<string, string>()

/** Makes `format: name` known to schemas. The programs bring their own, so that each loads only what it needs. */
export function defineFormats(formats: Readonly<Record<string, Format>>): void {
  for (const [name, format] of Object.entries(formats)) {
    FormatRegistry.Set(name, format.check)
    words.set(name, format.words)
  }
}

export const wordsOf = (format: string): string => words.get(format) ?? `a ${format}`
