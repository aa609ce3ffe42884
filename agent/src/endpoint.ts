/** The URL of an API path below `server_url`, which may have a path of its own behind a reverse proxy. */
export function endpointUrl(serverUrl: string, scheme: 'http' | 'ws', path: string): URL {
  const base = new URL(serverUrl)
  const isSecure = base.protocol === 'https:' || base.protocol === 'wss:'
  const origin = `${scheme}${isSecure ? 's' : ''}://${base.host}`
  return new URL(base.pathname.replace(/\/+$/, '') + path, origin)
}
