import { setTimeout as pause } from 'node:timers/promises'
import { chosenSeed } from '@svc/kernel/testing'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { defineMessage, str } from '@svc/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { makeChoices } from '../test/choices.ts'
import { replayEvents } from '../test/event-path.ts'
import { type Ledger, makeStep, newLedger } from '../test/race.ts'
import { makeWorld, type World } from '../test/world.ts'
import { agentMessages, onAgent } from './contract.ts'
import type { EventRow } from './events-store.ts'
import enrollment from './index.ts'
import type { OfferRow } from './offers-store.ts'
import { digest } from './secrets.ts'

const steps = 2400
const clients = 24
const seed = chosenSeed()

let world: World
afterEach(() => world.close())

const rows = <T>(sql: string, ...values: unknown[]) => world.kernel.database.prepare(sql).all(...values) as T[]
const tokenOf = (id: string) =>
  rows<{ token_hash: string | null }>('SELECT token_hash FROM enrollment_servers WHERE id = ?', id)[0]?.token_hash

/** The plugin itself, with a random delay between authentication and upgrade, during which transitions can happen. */
const withDelayedUpgrade = (below: (limit: number) => number) => ({
  ...enrollment,
  async setup(context: Parameters<typeof enrollment.setup>[0]) {
    const parts = await enrollment.setup(context)
    const { agentAuthenticator } = parts.provides
    const authenticate = async (token: string) => {
      const principal = await agentAuthenticator.authenticate(token)
      await pause(below(25))
      return principal
    }
    return { ...parts, provides: { ...parts.provides, agentAuthenticator: { authenticate } } }
  },
})

const Custom = defineMessage('custom_thing', { text: str() })

/** Another plugin that receives frames; each contains the token that its sender connected with. */
const frameChecker = ({ revokedTokens, violations, counts }: Ledger) =>
  definePlugin({
    id: 'frame-checker',
    setup: () => ({
      contributes: contribute(
        agentMessages,
        onAgent(Custom, ({ text: token }, { serverId }) => {
          counts['frames handled'] = (counts['frames handled'] ?? 0) + 1
          if (tokenOf(serverId) !== digest(token)) violations.push('a frame was handled for a token that is not stored')
          if (revokedTokens.has(token))
            violations.push('a frame was handled after the response of the transition that revoked its token')
        }),
      ),
    }),
  })

const checkOneOutstandingOffer = ({ violations }: Ledger) => {
  const doubles = rows('SELECT server_id FROM enrollment_offers WHERE outcome IS NULL GROUP BY 1 HAVING count(*) > 1')
  if (doubles.length > 0) violations.push('a server has two outstanding offers')
}

describe('concurrent claims, transitions and connections', () => {
  it(`leave a valid history (SEED=${seed})`, { timeout: 120_000 }, async () => {
    const random = makeChoices(seed)
    const ledger = newLedger()
    world = await makeWorld({
      subject: withDelayedUpgrade(random.below),
      plugins: [frameChecker(ledger)],
      config: { rate_limit: { register_max: 1_000_000 } },
    })
    const step = makeStep(world, random, ledger)
    for (let n = 0; n < 4; n += 1) await step.onboard()

    let remaining = steps
    const client = async () => {
      for (; remaining > 0; remaining -= 1) {
        await step.any()
        checkOneOutstandingOffer(ledger)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))

    const { hosts, connections, winners, successors, revokedTokens, violations, counts } = ledger
    expect(violations).toEqual([])
    expect(world.kernel.logs.filter((line) => 'level' in line && Number(line.level) >= 50)).toEqual([])

    // Every history is a path through the state tables and ends in the server's current state.
    for (const { id } of hosts) {
      const events = rows<EventRow>('SELECT * FROM enrollment_events WHERE server_id = ? ORDER BY number', id)
      const end = replayEvents(events, (offerId) => successors.get(offerId) ?? 'unknown')
      counts.events = (counts.events ?? 0) + events.length
      const offers = rows<OfferRow>('SELECT * FROM enrollment_offers WHERE server_id = ?', id)
      const stored = tokenOf(id)
      if (end.status === 'deleted') {
        expect([stored, offers]).toEqual([undefined, []])
      } else {
        expect(offers.find(({ outcome }) => outcome === null)?.id ?? null).toBe(end.openOffer)
        const ended = offers.filter(({ outcome }) => outcome === 'consumed').map((offer) => offer.id)
        expect(ended.sort()).toEqual([...end.consumed].sort())
        // The stored hash is that of the last claim's token.
        const last = winners.get(end.consumed.at(-1) ?? '')?.[0]
        expect(stored).toBe(end.status === 'claimed' && last ? digest(last) : null)
      }
      // Exactly one claim per consumed offer.
      for (const offerId of end.consumed) expect(winners.get(offerId)).toHaveLength(1)
    }
    const consumed = rows("SELECT 1 FROM enrollment_events WHERE transition = 'offer_consumed'").length
    expect(counts['claims won']).toBe(consumed)
    expect(winners.size).toBe(consumed)

    // Connections with a revoked token are closed and cannot be opened again.
    let open = 0
    for (const { host, token, peer } of connections) {
      if (tokenOf(host.id) !== digest(token)) await peer.closed
      else if (peer.socket.readyState === WebSocket.OPEN) open += 1
    }
    expect(open).toBeLessThanOrEqual(hosts.length)
    for (const token of revokedTokens) expect((await (await world.agent(token)).refused).status).toBe(401)
    expect(violations).toEqual([])

    const summary = Object.entries({
      ...counts,
      'sockets fenced': connections.length - open,
      'revoked tokens': revokedTokens.size,
    })
    console.log(
      `race, SEED=${seed}: ${summary
        .map(([name, n]) => `${name} ${n}`)
        .sort()
        .join(', ')}`,
    )
    for (const name of ['claims won', 'claims lost', 'connects admitted', 'connects refused', 'connects fenced'])
      expect(counts[name], name).toBeGreaterThan(0)
  })
})
