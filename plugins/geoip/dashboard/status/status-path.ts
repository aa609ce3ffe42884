export const statusPath = '/api/geoip/status'
