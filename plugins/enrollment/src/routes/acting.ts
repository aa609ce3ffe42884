import type { Principal } from '@svc/plugin-sdk'
import type { Act } from '../events-store.ts'

/** A user acting through a route; `source` names the operation in the authority events. */
export const byUser = (principal: Principal, source: string): Act => ({
  kind: 'user',
  id: principal.userId,
  source: `api:${source}`,
})
