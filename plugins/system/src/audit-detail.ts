const limits = { bytes: 4096, text: 512, items: 100, depth: 4 }

/** Members that only ever hold credentials. Exact last words, so that `key_prefix` or `exit_code` stay readable. */
const secretName =
  /(^|_)(password|passwd|secret|token|cookie|authorization|api_key|private_key|enrollment_code|pairing_code|totp_code|recovery_code)s?$/i
const secretText = /\bsvc_[A-Za-z0-9_-]{16,}|\bBearer\s+\S+/g

function clean(value: unknown, name: string, depth: number, cut: () => void): unknown {
  if (secretName.test(name) && value !== null && typeof value !== 'boolean') return '[redacted]'
  if (typeof value === 'string') {
    const text = value.replace(secretText, '[redacted]')
    // by code points, so that no pair is cut in half
    const start = Array.from(text.slice(0, 2 * limits.text + 2))
    return start.length > limits.text ? `${start.slice(0, limits.text).join('')}…` : text
  }
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= limits.depth) return '…'
  if (Array.isArray(value)) {
    if (value.length > limits.items) cut()
    return value.slice(0, limits.items).map((item) => clean(item, '', depth + 1, cut))
  }
  const entries = Object.entries(value)
  if (entries.length > limits.items) cut()
  const members = entries.slice(0, limits.items).map(([key, item]) => [key, clean(item, key, depth + 1, cut)] as const)
  return Object.fromEntries(members)
}

/**
 * The JSON text stored with an audit row: at most 4 KiB, whole members only, `truncated: true` when some of them, or
 * items of a list, were left out. Writers must not pass secrets; what looks like one is redacted all the same.
 */
export function encodeDetail(detail: Readonly<Record<string, unknown>> | undefined): string | null {
  if (!detail) return null
  const kept: string[] = []
  let bytes = Buffer.byteLength('{"truncated":true}')
  let truncated = false
  const cleaned = clean(detail, '', 0, () => {
    truncated = true
  })
  for (const [name, value] of Object.entries(cleaned as Record<string, unknown>)) {
    const text = JSON.stringify(value)
    if (text === undefined) continue
    const member = `${JSON.stringify(name)}:${text}`
    bytes += Buffer.byteLength(member) + 1
    if (bytes > limits.bytes) {
      truncated = true
      break
    }
    kept.push(member)
  }
  if (truncated) kept.push('"truncated":true')
  return kept.length > 0 ? `{${kept.join(',')}}` : null
}
