const limits = { bytes: 4096, text: 512, items: 100, depth: 4 }

/** Names of credentials. Matches whole last words, so that `key_prefix` or `exit_code` are not redacted. */
const secretName =
  /(^|_)(password|passwd|secret|token|cookie|authorization|api_key|private_key|enrollment_code|pairing_code|totp_code|recovery_code)s?$/i
const secretText = /\bsvc_[A-Za-z0-9_-]{16,}|\bBearer\s+\S+/g

function sanitize(value: unknown, name: string, depth: number, onTruncated: () => void): unknown {
  if (secretName.test(name) && value !== null && typeof value !== 'boolean') return '[redacted]'
  if (typeof value === 'string') {
    const text = value.replace(secretText, '[redacted]')
    // by code points, so that surrogate pairs stay intact
    const start = Array.from(text.slice(0, 2 * limits.text + 2))
    return start.length > limits.text ? `${start.slice(0, limits.text).join('')}…` : text
  }
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= limits.depth) return '…'
  if (Array.isArray(value)) {
    if (value.length > limits.items) onTruncated()
    return value.slice(0, limits.items).map((item) => sanitize(item, '', depth + 1, onTruncated))
  }
  const entries = Object.entries(value)
  if (entries.length > limits.items) onTruncated()
  const members = entries
    .slice(0, limits.items)
    .map(([key, item]) => [key, sanitize(item, key, depth + 1, onTruncated)] as const)
  return Object.fromEntries(members)
}

/**
 * Encodes the detail of an audit entry as JSON of at most 4 KiB. Whole members and list items are dropped beyond that, marked
 * by `truncated: true`. Writers must not pass secrets; as a safety net, anything that looks like one is redacted.
 */
export function encodeDetail(detail: Readonly<Record<string, unknown>> | undefined): string | null {
  if (!detail) return null
  const members: string[] = []
  let bytes = Buffer.byteLength('{"truncated":true}')
  let truncated = false
  const cleaned = sanitize(detail, '', 0, () => {
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
    members.push(member)
  }
  if (truncated) members.push('"truncated":true')
  return members.length > 0 ? `{${members.join(',')}}` : null
}
