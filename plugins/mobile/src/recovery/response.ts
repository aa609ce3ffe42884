import { toTimestamp } from '@svc/plugin-sdk'
import type { Finding } from './find-session.ts'
import type { Resolution } from './grants.ts'
import type { RecoverResponse } from './recover-schema.ts'

const target = (found: Finding | Resolution): string | null => {
  if ('session' in found) return found.session.id
  return 'sessionId' in found ? found.sessionId : null
}

/** The response for a finding, or for the stored outcome of a recovery. */
export const toResponse = (userId: string, installationId: string, found: Finding | Resolution): RecoverResponse => ({
  outcome: found.outcome,
  user_id: userId,
  installation_id: installationId,
  mobile_session_id: target(found),
  candidates:
    'candidates' in found
      ? found.candidates.map(({ id, device_name, created_at, last_used_at }) => ({
          mobile_session_id: id,
          device_name,
          created_at: toTimestamp(created_at),
          last_used_at: toTimestamp(last_used_at),
        }))
      : [],
})
