export const beatsPath = '/api/service-monitors/beats'
export const monitorsPath = '/api/service-monitors'

export const monitorPath = (id: string): string => `${monitorsPath}/${encodeURIComponent(id)}`
