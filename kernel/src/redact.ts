const placeholder = '[redacted]'

/** Names whose values are credentials, in snake_case. `code` alone or with these prefixes; `country_code` is kept. */
const secretName = new RegExp(
  '(^|_)(authorization|cookies?|set_cookie|api_?key|tokens?|password|passwd|secret)$' +
    '|^((enrollment|pairing|recovery|totp|one_time|claim)_)?code$',
)

const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

/** Numbers and booleans are not credentials. */
const isSecret = (name: string, value: unknown): boolean =>
  value !== null && !['undefined', 'number', 'boolean'].includes(typeof value) && secretName.test(snake(name))

/** API keys and pairing codes have a recognizable format, so they are found in any text. */
const secretPattern = /svc_(?:pair_)?[\w-]{43}/g

/** Deeper levels of logged objects are left out. */
const maxDepth = 6

/** A copy for the log, without secrets. Errors keep their `code`, which names the error. */
export function redact(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return value.replace(secretPattern, placeholder)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (level >= maxDepth) return '[nested]'
  if (value instanceof Error) return redactError(value, level)
  if (Array.isArray(value)) return value.map((item) => redact(item, level + 1))
  const prototype = Object.getPrototypeOf(value)
  // Requests and other class instances have serializers of their own.
  if (prototype !== Object.prototype && prototype !== null) return value
  const copy: Record<string, unknown> = {}
  for (const [name, child] of Object.entries(value)) {
    copy[name] = isSecret(name, child) ? placeholder : redact(child, level + 1)
  }
  return copy
}

function redactError(error: Error, level: number): object {
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, level + 1) }),
  }
}

/** Percent-decoded as often as it was encoded, at most three times; what is no valid encoding stays. */
function decoded(text: string): string {
  let plain = text.replaceAll('+', ' ')
  for (let round = 0; round < 3 && plain.includes('%'); round++) {
    try {
      plain = decodeURIComponent(plain)
    } catch {
      break
    }
  }
  return plain
}

/** The name without brackets: `filter[token]` is `filter_token`. */
const flatName = (name: string) => name.replace(/[^\p{L}\p{N}_-]+/gu, '_').replace(/^_+|_+$/g, '')

/** Names of parameters in a text that is a URL or a query itself. */
const nestedNames = (text: string) => [...text.matchAll(/([^?&;#=\s]+)=/g)].map(([, name = '']) => flatName(name))

/** Redacts query parameters of a URL that contain credentials, however their names are encoded or nested. */
export const redactUrl = (raw: string): string =>
  raw
    .replace(secretPattern, placeholder)
    .replace(/([?&;#])([^=&;#]*)(?:=([^&;#]*))?/g, (pair, sign, name, value = '') => {
      const names = [flatName(decoded(name)), ...nestedNames(decoded(value))]
      return names.some((each) => isSecret(each, pair)) ? `${sign}${name}=${placeholder}` : pair
    })
