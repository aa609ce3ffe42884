export const backupPath = '/api/settings/backup'
export const fullBackupPath = `${backupPath}/full`
export const restorePath = '/api/settings/restore'
export const plansPath = `${backupPath}/plans`
export const formerPath = (name: string): string => `${backupPath}/former/${encodeURIComponent(name)}`
export const planPath = (id: string): string => `${plansPath}/${id}`
export const runsPath = (id: string): string => `${planPath(id)}/runs`
export const storedPath = (id: string): string => `${planPath(id)}/backups`
export const storedBackupPath = (id: string, name: string): string => `${storedPath(id)}/${encodeURIComponent(name)}`
