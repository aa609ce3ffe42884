export const versionsPath = '/api/agent/versions'
export const latestPath = '/api/agent/latest-version'
export const rolloutsPath = '/api/upgrade-rollouts'
export const settingsPath = '/api/settings/upgrade'
export const historyPath = (serverId: string): string => `/api/servers/${serverId}/upgrades`
