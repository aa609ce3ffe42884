import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Choices } from './choices.ts'
import type { Peer } from './peer.ts'
import { newToken, type World } from './world.ts'

/** Sends a request over a real connection. */
async function send(world: World, method: string, path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch((await world.url()) + path, {
    method,
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, text, data: JSON.parse(text).data }
}

export interface Host {
  readonly id: string
  isDeleted: boolean
  /** all issued ids and codes, in the order of the responses */
  readonly offers: { readonly id: string; readonly code: string }[]
  /** tokens of successful claims, in the order of the responses */
  readonly tokens: string[]
}

export interface AgentConnection {
  readonly host: Host
  readonly token: string
  readonly peer: Peer
}

/** What the clients of a race have learned from responses. */
export interface Ledger {
  readonly hosts: Host[]
  readonly connections: AgentConnection[]
  /** by offer: the tokens claimed with it */
  readonly winners: Map<string, string[]>
  /** by offer: the offer that replaced it */
  readonly successors: Map<string, string>
  /** tokens revoked by a transition whose response has arrived */
  readonly revokedTokens: Set<string>
  readonly violations: string[]
  readonly counts: Record<string, number>
}

export const newLedger = (): Ledger => ({
  hosts: [],
  connections: [],
  winners: new Map(),
  successors: new Map(),
  revokedTokens: new Set(),
  violations: [],
  counts: {},
})

const weights = {
  claim: 14,
  connect: 36,
  say: 20,
  issue: 12,
  replace: 4,
  revokeOffer: 2,
  graceful: 8,
  emergency: 1,
  revoke: 0.8,
  remove: 0.2,
  onboard: 0.2,
  wait: 0.5,
}

/** Makes the random steps of a client, each a request to the real server. */
export function makeStep(world: World, random: Choices, ledger: Ledger) {
  const { hosts, counts, violations, revokedTokens } = ledger
  const asAdmin = { ...world.kernel.as('admin').headers }
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const base = (host: Host) => `/api/servers/${host.id}/agent-authority`

  const onboard = async () => {
    const { server_id, enrollment } = await world.onboard('raced')
    hosts.push({ id: server_id, isDeleted: false, offers: [enrollment], tokens: [] })
    count('onboarded')
  }

  const request = async (name: string, method: 'POST' | 'DELETE', url: string, body?: object) => {
    const response = await send(world, method, url, asAdmin, body)
    const isExpectedError = response.status === 409 || response.status === 404
    if (response.status !== 200 && !isExpectedError) {
      violations.push(`${name} responded with ${response.status}: ${response.text}`)
    }
    count(`${name} ${response.status === 200 ? 'done' : 'refused'}`)
    return response.status === 200 ? response.data : undefined
  }

  /** Tokens accepted before a fencing request was sent are revoked once its response has arrived. */
  const fencing = async <T>(host: Host, send: () => Promise<T | undefined>) => {
    const before = [...host.tokens]
    const response = await send()
    if (response !== undefined) for (const token of before) revokedTokens.add(token)
    return response
  }

  const recordIssued = (host: Host, response: { enrollment: { id: string; code: string } } | undefined) => {
    if (response) host.offers.push(response.enrollment)
    return response?.enrollment.id
  }

  let claims = 0
  const steps: Record<keyof typeof weights, (host: Host) => Promise<unknown>> = {
    onboard,
    async claim(host) {
      const offer = random.pickRecent(host.offers)
      if (!offer) return
      const token = newToken()
      await fencing(host, async () => {
        // An agent each, whose own address is known: the kernel refuses an address after 300 refusals in a minute.
        claims += 1
        const address = `198.51.${claims >> 8}.${claims & 255}`
        const bearer = { authorization: `Bearer ${offer.code}`, 'x-forwarded-for': address }
        const body = { proposed_run_token: token }
        const { status, text } = await send(world, 'POST', '/api/agent/register', bearer, body)
        if (status !== 200 && status !== 401) violations.push(`a claim responded with ${status}: ${text}`)
        count(status === 200 ? 'claims won' : 'claims lost')
        if (status !== 200) return undefined
        ledger.winners.set(offer.id, [...(ledger.winners.get(offer.id) ?? []), token])
        host.tokens.push(token)
        return true
      })
    },
    async connect(host) {
      // Prefer valid tokens: revoked ones are refused right away, which tests less.
      const valid = host.tokens.filter((token) => !revokedTokens.has(token))
      const token = random.pick(random.below(5) > 0 ? valid : host.tokens)
      if (!token) return
      const wasRevoked = revokedTokens.has(token)
      const peer = await world.agent(token)
      // Sent before the welcome: a frame from a connection that is not admitted must not be handled.
      peer.socket.once('open', () => peer.send({ type: 'custom_thing', text: token }))
      const outcome = await Promise.race([
        peer.next('welcome').then(() => 'admitted' as const),
        peer.refused.then(() => 'refused' as const),
        peer.closed.then(() => 'fenced' as const),
      ])
      count(`connects ${outcome}`)
      if (outcome === 'admitted' && wasRevoked) violations.push('a connection with a revoked token was admitted')
      if (outcome !== 'refused') ledger.connections.push({ host, token, peer })
    },
    async say() {
      const speaker = random.pick(ledger.connections.slice(-20))
      if (speaker?.peer.socket.readyState !== WebSocket.OPEN) return
      speaker.peer.send({ type: 'custom_thing', text: speaker.token })
    },
    async issue(host) {
      recordIssued(host, await request('issue', 'POST', `${base(host)}/offers`, { ttl_secs: 1 + random.below(600) }))
    },
    async replace(host) {
      const offer = random.pickRecent(host.offers)
      if (!offer) return
      const successor = recordIssued(host, await request('replace', 'POST', `${base(host)}/offers/${offer.id}/replace`))
      if (successor) ledger.successors.set(offer.id, successor)
    },
    async revokeOffer(host) {
      const offer = random.pickRecent(host.offers)
      if (offer) await request('revoke offer', 'DELETE', `${base(host)}/offers/${offer.id}`)
    },
    async graceful(host) {
      recordIssued(host, await request('graceful', 'POST', `${base(host)}/re-enrollment`, { mode: 'graceful' }))
    },
    async emergency(host) {
      const send = () => request('emergency', 'POST', `${base(host)}/re-enrollment`, { mode: 'emergency' })
      recordIssued(host, await fencing(host, send))
    },
    revoke: (host) => fencing(host, () => request('revoke', 'DELETE', base(host))),
    async remove(host) {
      if (host.isDeleted || hosts.filter(({ isDeleted }) => !isDeleted).length < 4) return
      if (await fencing(host, () => request('delete', 'DELETE', `/api/servers/${host.id}`))) host.isDeleted = true
    },
    async wait() {
      world.kernel.clock.set(world.kernel.clock.now() + random.below(200_000))
      await world.kernel.runJob('OfferExpiry')
      count('clock steps')
    },
  }

  return {
    onboard,
    async any() {
      // Few servers, so that steps collide; sometimes one that has been deleted.
      const host = random.pick(hosts.slice(-6))
      if (!host) return
      await steps[random.weighted(weights)](host)
      if (random.below(4) === 0) await pause(random.below(4))
    },
  }
}
