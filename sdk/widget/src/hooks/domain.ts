import { useMemo } from 'react'
import type { WidgetMutation, WidgetQuery } from '../runtime.ts'
import { useApiMutation, useApiQuery } from './api.ts'
import { useFeature, useFeatureOfServer } from './feature.ts'
import { mapped } from './history.ts'

/** The traffic of a day. */
export interface TrafficPoint {
  /** epoch seconds of the start of the day, UTC */
  readonly ts: number
  /** received bytes */
  readonly rx: number
  /** sent bytes */
  readonly tx: number
}

interface TrafficDay {
  readonly date: string
  readonly bytes_in: number
  readonly bytes_out: number
}

/**
 * Daily traffic of one server, or of all servers for null, including today. Days start in the time zone configured on the
 * server; days without traffic are omitted. Its error is `FeatureUnavailable` if the server does not record traffic.
 */
export function useTraffic(serverId: string | null, days = 30): WidgetQuery<readonly TrafficPoint[]> {
  const path = serverId === null ? '/api/traffic/overview/daily' : `/api/traffic/${encodeURIComponent(serverId)}/daily`
  const response = useApiQuery<readonly TrafficDay[]>(path, { params: { days }, refetchSeconds: 300 })
  const query = useFeatureOfServer('accounting', serverId, response)
  const points = useMemo(
    () =>
      query.data?.map((day) => ({
        ts: Date.parse(`${day.date}T00:00:00Z`) / 1000,
        rx: day.bytes_in,
        tx: day.bytes_out,
      })),
    [query.data],
  )
  return mapped(query, points)
}

/** The uptime of a day. */
export interface UptimeDay {
  /** `2026-01-31`, UTC */
  readonly day: string
  /** null if unknown */
  readonly uptime_pct: number | null
  readonly incidents: number
}

interface UptimeEntry {
  readonly date: string
  readonly total_minutes: number
  readonly uptime_percent: number
  readonly downtime_incidents: number
}

/** Daily uptime of a server, oldest first, including today. Its error is `FeatureUnavailable` if the server does not record uptime. */
export function useUptime(serverId: string | null, days = 30): WidgetQuery<readonly UptimeDay[]> {
  const response = useApiQuery<readonly UptimeEntry[]>(
    `/api/servers/${encodeURIComponent(serverId ?? '')}/uptime-daily`,
    {
      params: { days },
      enabled: serverId !== null,
      refetchSeconds: 300,
    },
  )
  const query = useFeatureOfServer('accounting', serverId, response)
  const entries = useMemo(
    () =>
      query.data?.map((entry) => ({
        day: entry.date,
        uptime_pct: entry.total_minutes > 0 ? entry.uptime_percent : null,
        incidents: entry.downtime_incidents,
      })),
    [query.data],
  )
  return mapped(query, entries)
}

/** The state of the GeoIP database. */
export interface GeoIpStatus {
  readonly installed: boolean
  /** a custom database file */
  readonly custom: boolean
  readonly updated_at?: string
}

/** The GeoIP database and, for admins, its download. Its error is `FeatureUnavailable` without GeoIP. */
export function useGeoIp(): { status: WidgetQuery<GeoIpStatus>; download: WidgetMutation<undefined, unknown> } {
  // long downloads continue after the response, so poll
  const status = useFeature('geoip', useApiQuery<GeoIpStatus>('/api/geoip/status', { refetchSeconds: 60 }))
  const download = useApiMutation<undefined, unknown>('POST', '/api/geoip/download', {
    invalidateQueryKeys: ['/api/geoip/status'],
  })
  return { status, download }
}
