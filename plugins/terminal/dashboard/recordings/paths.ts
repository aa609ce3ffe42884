export const settingsPath = '/api/terminal/settings'
export const recordingsPath = '/api/terminal/recordings'
export const recordingPath = (id: string): string => `${recordingsPath}/${encodeURIComponent(id)}`
export const castPath = (id: string): string => `${recordingPath(id)}/cast`
