/** All traces of a server. */
export const tracesPath = (serverId: string): string => `/api/servers/${serverId}/traceroute`

/** One trace. */
export const tracePath = (serverId: string, requestId: string): string => `${tracesPath(serverId)}/${requestId}`
