import type { Principal } from '@svc/plugin-sdk'

/** Who makes a change, and through which operation. Stored with every authority event. */
export interface Actor {
  readonly kind: 'user' | 'system' | 'agent'
  /** user id; null for the others */
  readonly id: string | null
  /** for example `api:create-server` */
  readonly source: string
}

export const userActor = (principal: Principal, operation: string): Actor => ({
  kind: 'user',
  id: principal.userId,
  source: `api:${operation}`,
})
