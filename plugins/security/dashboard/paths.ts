export const eventsPath = '/api/security/events'
export const statsPath = '/api/security/stats'
export const timelinePath = '/api/security/timeline'
export const eventPath = (id: string) => `${eventsPath}/${encodeURIComponent(id)}`
export const serverPath = (id: string) => `/api/servers/${encodeURIComponent(id)}/security`
