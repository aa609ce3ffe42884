import { randomUUID } from 'node:crypto'
import type { Command } from '@svc/plugin-sdk'
import type { Actor } from './actor.ts'
import type { Authority } from './authority.ts'
import { defaultTtlSeconds } from './offers.ts'
import type { Onboard } from './onboarding.ts'
import type { RequestsStore } from './requests-store.ts'
import type { IssuedOffer } from './server-schema.ts'

interface Dependencies {
  readonly authority: Authority
  readonly requests: RequestsStore
  readonly onboard: Onboard
}

const actorId = 'system'
const actor: Actor = { kind: 'system', id: null, source: 'command:offer' }

/** `svc-server offer`. Needs no authentication: whoever can run it can access the database anyway. */
export function makeOfferCommand({ authority, requests, onboard }: Dependencies): Command {
  const renew = (serverId: string): IssuedOffer => {
    const { status, outstanding_offer: current } = authority.of(serverId)
    if (current) return authority.replace(serverId, current.id, actor)
    if (status === 'claimed') return authority.reEnroll(serverId, 'graceful', defaultTtlSeconds, actor)
    return authority.issue(serverId, defaultTtlSeconds, actor)
  }

  const offer = (name: string, requestId: string): IssuedOffer & { server_id: string } => {
    const existing = requests.find(actorId, requestId)
    if (existing) return { ...renew(existing.server_id), server_id: existing.server_id }
    const { server_id, enrollment } = onboard({ onboarding_request_id: requestId, name }, actorId, actor)
    if (!enrollment) throw new Error('the new server has no enrollment offer')
    return { ...enrollment, server_id }
  }

  return {
    name: 'offer',
    summary: 'adds a server and prints a one-time enrollment code for its agent',
    options: {
      name: 'display name of the server (required)',
      'request-id': 'reuse an id to get a new code for the same server',
      json: 'yes: print JSON',
    },
    run({ name, 'request-id': requestId, json }) {
      if (name === undefined) throw new Error('offer needs --name NAME')
      const { server_id, code, expires_at } = offer(name, requestId ?? randomUUID())
      if (json === 'yes') return JSON.stringify({ server_id, code, expires_at })
      return [`server:  ${server_id}`, `code:    ${code}`, `expires: ${expires_at}`].join('\n')
    },
  }
}
