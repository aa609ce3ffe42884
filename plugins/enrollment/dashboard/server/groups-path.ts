export const groupsPath = '/api/server-groups'
