// Control characters and backslashes: browsers drop or turn them, and another site may be what is left.
const strange = /[\p{Cc}\\]/u

/** `raw` when it is a path of this site: one leading slash, and nothing that a browser would read as another site. */
export const localPath = (raw: string | undefined): string | undefined =>
  raw !== undefined && /^\/(?!\/)/.test(raw) && !strange.test(raw) ? raw : undefined

/** Where a sign-in at a provider begins. `next` is where it leads; `link` adds the account to the signed-in user. */
export function oauthAddress(provider: string, { next, link = false }: { next?: string | undefined; link?: boolean }) {
  const query = new URLSearchParams()
  const path = localPath(next)
  if (path) query.set('next', path)
  if (link) query.set('link', '1')
  return `/api/auth/oauth/${encodeURIComponent(provider)}${query.size > 0 ? `?${query}` : ''}`
}
