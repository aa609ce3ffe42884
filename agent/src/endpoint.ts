/** The address of an API path below `server_url`, which may itself hold a path when a proxy serves us under one. */
export function endpoint(serverUrl: string, scheme: 'http' | 'ws', path: string): URL {
  const base = new URL(serverUrl)
  const isSecure = base.protocol === 'https:' || base.protocol === 'wss:'
  const address = `${scheme}${isSecure ? 's' : ''}://${base.host}`
  return new URL(base.pathname.replace(/\/+$/, '') + path, address)
}
