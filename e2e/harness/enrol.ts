import { randomBytes, randomUUID } from 'node:crypto'
import { ask } from './http.ts'
import type { Session } from './session.ts'

export interface Onboarded {
  readonly server_id: string
  readonly enrollment: { readonly id: string; readonly code: string; readonly code_prefix: string }
}

/** Creates a server with its first one-time code. */
export const onboard = (admin: Session, name: string, requestId: string = randomUUID()): Promise<Onboarded> =>
  admin.send<Onboarded>('POST', '/api/servers', { onboarding_request_id: requestId, name })

export const newRunToken = (): string => randomBytes(32).toString('base64url')

/** Claims a one-time code like an agent; `token` becomes the agent's run token. */
export const claim = (url: string, code: string, token: string) =>
  ask(`${url}/api/agent/register`, {
    method: 'POST',
    headers: { authorization: `Bearer ${code}` },
    body: { proposed_run_token: token },
  })
