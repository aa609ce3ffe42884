const root = '/api/ip-quality'

export const overviewPath = `${root}/overview`
export const servicesPath = `${root}/services`
export const settingsPath = `${root}/settings`
export const eventsPath = `${root}/events`
export const servicePath = (id: string) => `${servicesPath}/${encodeURIComponent(id)}`
export const serverPath = (id: string) => `${root}/servers/${encodeURIComponent(id)}`
export const historyPath = (id: string) => `${serverPath(id)}/history`
export const checkPath = (id: string) => `${serverPath(id)}/check`
