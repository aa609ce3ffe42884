/**
 * For a single-page application of our own files. Style elements and attributes are allowed because the chart and the
 * component libraries write them; scripts only from files.
 */
const contentSecurityPolicy =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; font-src 'self' data:; form-action 'self'; " +
  "frame-ancestors 'none'; img-src 'self' data: blob:; manifest-src 'self'; script-src 'self'; " +
  "style-src 'self' 'unsafe-inline'; worker-src 'self'"

/** The same for a page that has scripts in itself, named by `'sha256-…'`. */
export const pagePolicy = (scripts: readonly string[]): string =>
  contentSecurityPolicy.replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' '))

/** Headers of every response, failures included. A route may replace them. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

/**
 * A year, without sub-domains: they are not ours to decide about. Sent only on requests that came by https, because a
 * deployment without TLS is legitimate in a private network and must not be locked out.
 */
export const strictTransport = { 'strict-transport-security': 'max-age=31536000' }
