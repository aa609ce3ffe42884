const maxLength = 2048
const dummyOrigin = 'http://local.invalid'

/**
 * The redirect target after a sign-in as a normalized local path. Undefined for anything a browser could resolve to another
 * origin, and for API paths. Prevents open redirects.
 */
export function localPath(next: string | undefined): string | undefined {
  if (!next?.startsWith('/') || next.length > maxLength || /[\\\p{Cc}]/u.test(next)) return undefined
  if (!URL.canParse(next, dummyOrigin)) return undefined
  const { origin, pathname, search, hash } = new URL(next, dummyOrigin)
  // `/.//host` normalizes to `//host`, which resolves to another origin
  if (origin !== dummyOrigin || pathname.startsWith('//') || /^\/api(\/|$)/i.test(pathname)) return undefined
  return pathname + search + hash
}
