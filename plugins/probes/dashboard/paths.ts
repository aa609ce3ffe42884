export const targetsPath = '/api/network-probes/targets'
export const settingPath = '/api/network-probes/setting'
export const assignmentsPath = '/api/network-probes/assignments'
export const overviewPath = '/api/network-probes/overview'

/** Base path of the network of a server. */
export const probesPath = (serverId: string): string => `/api/servers/${encodeURIComponent(serverId)}/network-probes`

export const pingTasksPath = '/api/ping-tasks'
export const pingTaskPath = (id: string): string => `${pingTasksPath}/${encodeURIComponent(id)}`
