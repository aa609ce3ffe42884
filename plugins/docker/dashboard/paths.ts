/** Base path of the Docker routes of a server. */
export const dockerPath = (serverId: string): string => `/api/servers/${encodeURIComponent(serverId)}/docker`

/** Path of a container. */
export const containerPath = (serverId: string, containerId: string): string =>
  `${dockerPath(serverId)}/containers/${encodeURIComponent(containerId)}`

/** Path of the log socket of a server. */
export const logsPath = (serverId: string): string => `/api/ws/docker/logs/${encodeURIComponent(serverId)}`
