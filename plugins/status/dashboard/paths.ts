export const settingsPath = '/api/status-page'
export const previewPath = '/api/status-page/preview'
export const incidentsPath = '/api/incidents'
export const incidentPath = (id: string) => `${incidentsPath}/${id}`
export const updatesPath = (incidentId: string) => `${incidentPath(incidentId)}/updates`
export const maintenancesPath = '/api/maintenances'
export const maintenancePath = (id: string) => `${maintenancesPath}/${id}`
export const schedulePath = '/api/maintenance-schedule'
export const subscribersPath = '/api/status-subscribers'
