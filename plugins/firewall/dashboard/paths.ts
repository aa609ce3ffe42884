export const blocksPath = '/api/firewall/blocks'
export const blockPath = (id: string) => `${blocksPath}/${encodeURIComponent(id)}`
export const batchDeletePath = `${blocksPath}/batch-delete`
export const statsPath = '/api/firewall/stats'
export const activityPath = '/api/firewall/activity'
export const checkPath = '/api/firewall/check'
export const protectedPath = '/api/firewall/protected'
export const syncPath = (serverId: string) => `/api/servers/${encodeURIComponent(serverId)}/firewall/sync`
/** What changes with the block list. */
export const changedPaths = [blocksPath, statsPath, activityPath] as const
