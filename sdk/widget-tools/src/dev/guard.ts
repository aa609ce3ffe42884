import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request for the API comes from the page that is served here. What passes is given the credential of the
 * developer, so pages of other sites, and names that lead here by other people's DNS, must not reach it.
 */
export function isOwnRequest(headers: IncomingHttpHeaders, hostname: string): boolean {
  const host = headers.host ?? ''
  if (!URL.canParse(`http://${host}`) || new URL(`http://${host}`).hostname !== hostname) return false
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined) return origin === `http://${host}`
  return site === undefined || site === 'same-origin' || site === 'none'
}
