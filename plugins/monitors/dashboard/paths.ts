/** Where the service monitors are. */
export const monitorsPath = '/api/service-monitors'

/** Where one of them is, and what belongs to it. */
export const monitorPath = (id: string): string => `${monitorsPath}/${encodeURIComponent(id)}`
