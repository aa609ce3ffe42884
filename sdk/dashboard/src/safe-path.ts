/** `raw` as a path of this origin, or undefined: never another site, never a scheme. */
export function safePath(raw: string | undefined, origin = window.location.origin): string | undefined {
  if (!raw?.startsWith('/')) return undefined
  try {
    const url = new URL(raw, origin)
    return url.origin === origin ? url.pathname + url.search + url.hash : undefined
  } catch {
    return undefined
  }
}
