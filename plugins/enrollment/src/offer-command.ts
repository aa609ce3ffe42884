import { randomUUID } from 'node:crypto'
import type { TString } from '@sinclair/typebox'
import { ApiError, type Command, type Core, invalid, violatedRule } from '@svc/plugin-sdk'
import type { Actor } from './actor.ts'
import type { Authority } from './authority.ts'
import { defaultTtlSeconds } from './offers.ts'
import type { Onboard } from './onboarding.ts'
import type { RequestsStore } from './requests-store.ts'
import { type IssuedOffer, Name, RequestId } from './server-schema.ts'

interface Dependencies {
  readonly authority: Authority
  readonly requests: RequestsStore
  readonly onboard: Onboard
  readonly text: Core['text']
}

const actorId = 'system'
const actor: Actor = { kind: 'system', id: null, source: 'command:offer' }

/** `svc-server offer`. Needs no authentication: whoever can run it can access the database anyway. */
export function makeOfferCommand({ authority, requests, onboard, text }: Dependencies): Command {
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

  const check = (field: string, schema: TString, value: string) => {
    const rule = violatedRule(schema, value)
    if (rule) throw invalid(field, rule.code, rule.params)
    return value
  }

  /** The sentence of an error, for the terminal. */
  const readable = (error: unknown): unknown => {
    if (!(error instanceof ApiError)) return error
    const sentences = error.fields.map((rule) => `${rule.field} ${text(rule)}`)
    if (error.text) sentences.unshift(text(error.text))
    return new Error(sentences.join('; '))
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
      try {
        const id = check('onboarding_request_id', RequestId, requestId ?? randomUUID())
        const { server_id, code, expires_at } = offer(check('name', Name, name), id)
        if (json === 'yes') return JSON.stringify({ server_id, code, expires_at })
        return [`server:  ${server_id}`, `code:    ${code}`, `expires: ${expires_at}`].join('\n')
      } catch (error) {
        throw readable(error)
      }
    },
  }
}
