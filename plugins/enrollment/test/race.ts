import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Choices } from './choices.ts'
import type { Peer } from './peer.ts'
import { newToken, type World } from './world.ts'

/** A request over a real connection. */
async function send(world: World, method: string, path: string, headers: Record<string, string>, body?: object) {
  const answer = await fetch((await world.url()) + path, {
    method,
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, text, data: JSON.parse(text).data }
}

export interface Host {
  readonly id: string
  gone: boolean
  /** ids and codes ever issued, in the order their answers came */
  readonly offers: { readonly id: string; readonly code: string }[]
  /** tokens whose claim was answered with success, in that order */
  readonly tokens: string[]
}

export interface Entered {
  readonly host: Host
  readonly token: string
  readonly peer: Peer
}

/** What the clients of a race know of it, from answers only. */
export interface Ledger {
  readonly hosts: Host[]
  readonly entered: Entered[]
  /** by offer: tokens claimed with it */
  readonly winners: Map<string, string[]>
  /** by offer: what replaced it */
  readonly successors: Map<string, string>
  /** tokens that an answered transition has ended */
  readonly dead: Set<string>
  readonly violations: string[]
  readonly counts: Record<string, number>
}

export const newLedger = (): Ledger => ({
  hosts: [],
  entered: [],
  winners: new Map(),
  successors: new Map(),
  dead: new Set(),
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

/** One client step of a race, chosen at random and answered by the real server. */
export function makeStep(world: World, random: Choices, ledger: Ledger) {
  const { hosts, counts, violations, dead } = ledger
  const asAdmin = { ...world.kernel.as('admin').headers }
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const base = (host: Host) => `/api/servers/${host.id}/agent-authority`

  const onboard = async () => {
    const { server_id, enrollment } = await world.onboard('raced')
    hosts.push({ id: server_id, gone: false, offers: [enrollment], tokens: [] })
    count('onboarded')
  }

  const ask = async (what: string, method: 'POST' | 'DELETE', url: string, body?: object) => {
    const answer = await send(world, method, url, asAdmin, body)
    const isRefusal = answer.status === 409 || answer.status === 404
    if (answer.status !== 200 && !isRefusal) violations.push(`${what} answered ${answer.status}: ${answer.text}`)
    count(`${what} ${answer.status === 200 ? 'done' : 'refused'}`)
    return answer.status === 200 ? answer.data : undefined
  }

  /** What had been accepted before a fencing request was sent is over once it is answered. */
  const fencing = async <T>(host: Host, request: () => Promise<T | undefined>) => {
    const before = [...host.tokens]
    const answer = await request()
    if (answer !== undefined) for (const token of before) dead.add(token)
    return answer
  }

  const issued = (host: Host, answer: { enrollment: { id: string; code: string } } | undefined) => {
    if (answer) host.offers.push(answer.enrollment)
    return answer?.enrollment.id
  }

  const steps: Record<keyof typeof weights, (host: Host) => Promise<unknown>> = {
    onboard,
    async claim(host) {
      const offer = random.pickLate(host.offers)
      if (!offer) return
      const token = newToken()
      await fencing(host, async () => {
        const bearer = { authorization: `Bearer ${offer.code}` }
        const body = { proposed_run_token: token }
        const { status, text } = await send(world, 'POST', '/api/agent/register', bearer, body)
        if (status !== 200 && status !== 401) violations.push(`a claim answered ${status}: ${text}`)
        count(status === 200 ? 'claims won' : 'claims lost')
        if (status !== 200) return undefined
        ledger.winners.set(offer.id, [...(ledger.winners.get(offer.id) ?? []), token])
        host.tokens.push(token)
        return true
      })
    },
    async connect(host) {
      // Mostly one that may enter, if there is any: the others are refused at the door, which says less.
      const alive = host.tokens.filter((token) => !dead.has(token))
      const token = random.pick(random.below(5) > 0 ? alive : host.tokens)
      if (!token) return
      const wasDead = dead.has(token)
      const peer = await world.agent(token)
      // Said before the welcome: a frame of a handshake that lost its race must not be handled either.
      peer.socket.once('open', () => peer.say({ type: 'custom_thing', text: token }))
      const outcome = await Promise.race([
        peer.next('welcome').then(() => 'admitted' as const),
        peer.refused.then(() => 'refused' as const),
        peer.closed.then(() => 'fenced' as const),
      ])
      count(`connects ${outcome}`)
      if (outcome === 'admitted' && wasDead) violations.push('a connect with a dead token was admitted')
      if (outcome !== 'refused') ledger.entered.push({ host, token, peer })
    },
    async say() {
      const speaker = random.pick(ledger.entered.slice(-20))
      if (speaker?.peer.socket.readyState !== WebSocket.OPEN) return
      speaker.peer.say({ type: 'custom_thing', text: speaker.token })
    },
    async issue(host) {
      issued(host, await ask('issue', 'POST', `${base(host)}/offers`, { ttl_secs: 1 + random.below(600) }))
    },
    async replace(host) {
      const offer = random.pickLate(host.offers)
      if (!offer) return
      const successor = issued(host, await ask('replace', 'POST', `${base(host)}/offers/${offer.id}/replace`))
      if (successor) ledger.successors.set(offer.id, successor)
    },
    async revokeOffer(host) {
      const offer = random.pickLate(host.offers)
      if (offer) await ask('revoke offer', 'DELETE', `${base(host)}/offers/${offer.id}`)
    },
    async graceful(host) {
      issued(host, await ask('graceful', 'POST', `${base(host)}/re-enrollment`, { mode: 'graceful' }))
    },
    async emergency(host) {
      const request = () => ask('emergency', 'POST', `${base(host)}/re-enrollment`, { mode: 'emergency' })
      issued(host, await fencing(host, request))
    },
    revoke: (host) => fencing(host, () => ask('revoke', 'DELETE', base(host))),
    async remove(host) {
      if (host.gone || hosts.filter(({ gone }) => !gone).length < 4) return
      if (await fencing(host, () => ask('delete', 'DELETE', `/api/servers/${host.id}`))) host.gone = true
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
      // Few servers, so that the steps meet; a deleted one is asked now and then.
      const host = random.pick(hosts.slice(-6))
      if (!host) return
      await steps[random.weighted(weights)](host)
      if (random.below(4) === 0) await pause(random.below(4))
    },
  }
}
