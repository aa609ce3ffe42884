import { randomUUID } from 'node:crypto'
import type { Command } from '@svc/plugin-sdk'
import type { Authority } from './authority.ts'
import type { Act } from './events-store.ts'
import { defaultLifetime } from './offers.ts'
import type { Onboard } from './onboarding.ts'
import type { RequestsStore } from './requests-store.ts'
import type { IssuedOffer } from './server-schema.ts'

interface Dependencies {
  readonly authority: Authority
  readonly requests: RequestsStore
  readonly onboard: Onboard
}

const actorId = 'system'
const act: Act = { kind: 'system', id: null, source: 'command:offer' }

/** A fresh code from the host's shell: who can run it owns the database anyway. */
export function makeOfferCommand({ authority, requests, onboard }: Dependencies): Command {
  const renew = (serverId: string): IssuedOffer => {
    const { status, outstanding_offer: current } = authority.of(serverId)
    if (current) return authority.replace(serverId, current.id, act)
    if (status === 'claimed') return authority.reEnroll(serverId, 'graceful', defaultLifetime, act)
    return authority.issue(serverId, defaultLifetime, act)
  }

  const offer = (name: string, requestId: string): IssuedOffer & { server_id: string } => {
    const known = requests.find(actorId, requestId)
    if (known) return { ...renew(known.server_id), server_id: known.server_id }
    const { server_id, enrollment } = onboard({ onboarding_request_id: requestId, name }, actorId, act)
    if (!enrollment) throw new Error('a new server came without an enrollment offer')
    return { ...enrollment, server_id }
  }

  return {
    name: 'offer',
    summary: 'adds a server and prints a one-time enrollment code for its agent',
    options: {
      name: 'display name of the server (required)',
      'request-id': 'the same id gives a fresh code for the same server',
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
