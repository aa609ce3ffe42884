// Browsers strip control characters and turn backslashes into slashes, which could turn a path into another origin.
const unsafeCharacters = /[\p{Cc}\\]/u

/** `raw` if it is a path on this origin, otherwise undefined. Prevents open redirects. */
export const localPath = (raw: string | undefined): string | undefined =>
  raw !== undefined && /^\/(?!\/)/.test(raw) && !unsafeCharacters.test(raw) ? raw : undefined

/** URL that starts a provider sign-in. `next` is where it ends; `link` links the account to the signed-in user. */
export function oauthAddress(provider: string, { next, link = false }: { next?: string | undefined; link?: boolean }) {
  const query = new URLSearchParams()
  const path = localPath(next)
  if (path) query.set('next', path)
  if (link) query.set('link', '1')
  return `/api/auth/oauth/${encodeURIComponent(provider)}${query.size > 0 ? `?${query}` : ''}`
}
