/** How to escape values in a request body. */
export interface BodyFormat {
  readonly kind: 'json' | 'markup' | 'form' | 'text'
  escape(text: string): string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes HTML and XML text and quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const json: BodyFormat = { kind: 'json', escape: (text) => JSON.stringify(text).slice(1, -1) }
const markup: BodyFormat = { kind: 'markup', escape: escapeMarkup }
const form: BodyFormat = { kind: 'form', escape: encodeURIComponent }
const plain: BodyFormat = { kind: 'text', escape: (text) => text }

/** With lowercase names, because header names are case-insensitive. */
export const withLowercaseNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Defaults to JSON. */
export const contentTypeOf = (headers: Readonly<Record<string, string>>): string =>
  withLowercaseNames(headers)['content-type'] || 'application/json'

/** The format for a Content-Type header. */
export function bodyFormatOf(contentType: string): BodyFormat {
  const [type = ''] = contentType.toLowerCase().split(';')
  if (/[/+]json\s*$/.test(type)) return json
  if (/([/+]xml|\/html)\s*$/.test(type)) return markup
  return type.trim() === 'application/x-www-form-urlencoded' ? form : plain
}
