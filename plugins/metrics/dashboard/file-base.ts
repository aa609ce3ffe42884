/** How the names of exported files begin: of a server, which may be called anything, and what of it is shown. */
export function fileBase(server: string | undefined, range: string): string {
  const safe = (server ?? '').replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '')
  return `${safe.slice(0, 60) || 'server'}-${range}`
}
