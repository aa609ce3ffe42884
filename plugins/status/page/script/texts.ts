/** Texts that only the script needs, in the language of the page. */
export interface Texts {
  /** states of a day by their letter */
  readonly days: Readonly<Record<string, string>>
  readonly keys: string
  /** with `{time}` */
  readonly stale: string
  readonly copied: string
  readonly invalid: string
  readonly failed: string
}

export const texts: Texts = JSON.parse(document.getElementById('texts')?.textContent ?? '{}')

/** The language of the page. */
export const { lang } = document.documentElement
