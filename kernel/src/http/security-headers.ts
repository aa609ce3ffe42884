/**
 * For the single-page application. Inline styles are allowed because the chart and component libraries use them; scripts
 * only from files.
 */
const contentSecurityPolicy =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; font-src 'self' data:; form-action 'self'; " +
  "frame-ancestors 'none'; img-src 'self' data: blob:; manifest-src 'self'; script-src 'self'; " +
  "style-src 'self' 'unsafe-inline'; worker-src 'self'"

/** The same policy for a page with inline scripts, given by their hashes `'sha256-…'`. */
export const pagePolicy = (scripts: readonly string[]): string =>
  contentSecurityPolicy.replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' '))

/** Headers of every response, including errors. A route may override them. */
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
 * One year, without subdomains, which may belong to others. Sent only over https, because a deployment in a private
 * network may run without TLS.
 */
export const strictTransport = { 'strict-transport-security': 'max-age=31536000' }
