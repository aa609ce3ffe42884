/** A route of the files of a server. */
export const filesRoute = (serverId: string, route: string): string =>
  `/api/files/${encodeURIComponent(serverId)}/${route}`

/** The route of own transfers. */
export const transfersRoute = '/api/files/transfers'

/** The address of the bytes of a file, or of a folder as a tar file. */
export const streamAddress = (serverId: string, path: string, options: Readonly<Record<string, string>> = {}): string =>
  `${filesRoute(serverId, 'stream')}?${new URLSearchParams({ path, ...options })}`
