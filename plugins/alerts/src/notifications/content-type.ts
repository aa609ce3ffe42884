/** How text gets into a body without ending what surrounds it. */
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

/** Text in HTML and XML, within elements and quoted attributes. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const json: BodyFormat = { kind: 'json', escape: (text) => JSON.stringify(text).slice(1, -1) }
const markup: BodyFormat = { kind: 'markup', escape: escapeMarkup }
const form: BodyFormat = { kind: 'form', escape: encodeURIComponent }
const plain: BodyFormat = { kind: 'text', escape: (text) => text }

/** By names in lower case, in which they are equal. */
export const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** JSON unless the headers say something else. */
export const contentTypeOf = (headers: Readonly<Record<string, string>>): string =>
  lowerCased(headers)['content-type'] || 'application/json'

/** By the value of a Content-Type header. */
export function bodyFormatOf(contentType: string): BodyFormat {
  const [type = ''] = contentType.toLowerCase().split(';')
  if (/[/+]json\s*$/.test(type)) return json
  if (/([/+]xml|\/html)\s*$/.test(type)) return markup
  return type.trim() === 'application/x-www-form-urlencoded' ? form : plain
}
