import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '@svc/plugin-sdk'

const Text = Type.String()
const NullableText = Nullable(Type.String())

/** IP quality of servers, without addresses. */
export const PublicIpQuality = Type.Object({
  entries: Type.Array(
    Type.Object({
      server_id: Text,
      ip_quality: Nullable(
        Type.Object({
          country: NullableText,
          ip_type: Text,
          risk_score: Nullable(Type.Number()),
          risk_level: Text,
          checked_at: Timestamp,
        }),
      ),
      unlock_results: Type.Array(
        Type.Object({
          service_id: Text,
          status: Text,
          region: NullableText,
          latency_ms: Nullable(Type.Number()),
          checked_at: Timestamp,
        }),
      ),
    }),
  ),
  services: Type.Array(
    Type.Object({
      id: Text,
      key: Text,
      name: Text,
      category: Text,
      popularity: Type.Number(),
      is_builtin: Type.Boolean(),
    }),
  ),
})
export type PublicIpQuality = Static<typeof PublicIpQuality>

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
