export type { DownloadAnswer, DownloadError, DownloadState, GeoipStatus, Problem } from './geoip-schema.ts'
