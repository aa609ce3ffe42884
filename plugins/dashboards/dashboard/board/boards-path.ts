export const boardsPath = '/api/dashboards'
export const pathOf = (id: string): string => `${boardsPath}/${encodeURIComponent(id)}`
