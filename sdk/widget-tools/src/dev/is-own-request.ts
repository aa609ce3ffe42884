import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether an API request comes from the preview page. Accepted requests get the developer's credential, so requests from
 * other sites and through DNS rebinding must be rejected.
 */
export function isOwnRequest(headers: IncomingHttpHeaders, hostname: string): boolean {
  const host = headers.host ?? ''
  if (!URL.canParse(`http://${host}`) || new URL(`http://${host}`).hostname !== hostname) return false
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined) return origin === `http://${host}`
  return site === undefined || site === 'same-origin' || site === 'none'
}
