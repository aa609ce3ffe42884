import { toTimestamp } from '@svc/plugin-sdk'
import type { Resolution } from './grants.ts'
import type { RecoverAnswer } from './recover-schema.ts'
import type { Finding } from './search.ts'

const target = (found: Finding | Resolution): string | null => {
  if ('session' in found) return found.session.id
  return 'sessionId' in found ? found.sessionId : null
}

/** What is told of a finding, or of how a recovery ended. */
export const answerOf = (userId: string, installationId: string, found: Finding | Resolution): RecoverAnswer => ({
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
