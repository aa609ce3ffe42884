import { invalid } from '@svc/plugin-sdk'

/** Far more UTF-16 units than 100 characters have; longer texts are not worth taking apart. */
const longest = 1000

/** The name to store, without spaces around it. Throws 422. */
export function ruleName(text: string): string {
  const name = text.trim()
  const length = name.length > longest ? longest : Array.from(name).length
  if (length < 1 || length > 100) throw invalid('name', 'must have 1 to 100 characters')
  if (/\p{Cc}/u.test(name)) throw invalid('name', 'must not contain control characters')
  return name
}
