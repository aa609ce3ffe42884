import type { PublicIpQuality } from '../status-schema.ts'

/** Named one by one: whatever else a plugin provides does not become public. */
export const ipQualityView = ({ entries, services }: PublicIpQuality): PublicIpQuality => ({
  entries: entries.map(({ server_id, ip_quality, unlock_results }) => ({
    server_id,
    ip_quality: ip_quality && {
      country: ip_quality.country,
      ip_type: ip_quality.ip_type,
      risk_score: ip_quality.risk_score,
      risk_level: ip_quality.risk_level,
      checked_at: ip_quality.checked_at,
    },
    unlock_results: unlock_results.map(({ service_id, status, region, latency_ms, checked_at }) => ({
      service_id,
      status,
      region,
      latency_ms,
      checked_at,
    })),
  })),
  services: services.map(({ id, key, name, category, popularity, is_builtin }) => ({
    id,
    key,
    name,
    category,
    popularity,
    is_builtin,
  })),
})
