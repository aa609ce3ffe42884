const longest = 2048
const nowhere = 'http://local.invalid'

/**
 * Where to go after a sign-in, as a path of this site, spelled as a URL spells it. Undefined for everything a browser
 * could take for another site, and for the interface itself, which no person wants to look at.
 */
export function localPath(wish: string | undefined): string | undefined {
  if (!wish?.startsWith('/') || wish.length > longest || /[\\\p{Cc}]/u.test(wish)) return undefined
  if (!URL.canParse(wish, nowhere)) return undefined
  const { origin, pathname, search, hash } = new URL(wish, nowhere)
  // `/.//host` is a path here, but an address for whoever resolves it once more
  if (origin !== nowhere || pathname.startsWith('//') || /^\/api(\/|$)/i.test(pathname)) return undefined
  return pathname + search + hash
}
