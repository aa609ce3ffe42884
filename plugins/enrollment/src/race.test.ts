import { setTimeout as pause } from 'node:timers/promises'
import { chosenSeed } from '@svc/kernel/testing'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { defineMessage, str } from '@svc/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { makeChoices } from '../test/choices.ts'
import { followEvents } from '../test/event-path.ts'
import { type Ledger, makeStep, newLedger } from '../test/race.ts'
import { makeWorld, type World } from '../test/world.ts'
import { agentMessages, onAgent } from './contract.ts'
import type { EventRow } from './events-store.ts'
import enrollment from './index.ts'
import type { OfferRow } from './offers-store.ts'
import { digest } from './secrets.ts'

const steps = 2400
const atOnce = 24
const seed = chosenSeed()

let world: World
afterEach(() => world.close())

const rows = <T>(sql: string, ...values: unknown[]) => world.kernel.database.prepare(sql).all(...values) as T[]
const tokenOf = (id: string) =>
  rows<{ token_hash: string | null }>('SELECT token_hash FROM enrollment_servers WHERE id = ?', id)[0]?.token_hash

/** The plugin itself, taking a moment between the check of a token and the upgrade, where transitions get in. */
const dawdling = (below: (limit: number) => number) => ({
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

/** Another feature that is handed frames of agents; each holds the token its sender connected with. */
const witness = ({ dead, violations, counts }: Ledger) =>
  definePlugin({
    id: 'witness',
    setup: () => ({
      contributes: contribute(
        agentMessages,
        onAgent(Custom, ({ text: token }, { serverId }) => {
          counts['frames handled'] = (counts['frames handled'] ?? 0) + 1
          if (tokenOf(serverId) !== digest(token)) violations.push('a frame came in under a token that is not stored')
          if (dead.has(token)) violations.push('a frame came in after the transition that ended its token was answered')
        }),
      ),
    }),
  })

const oneOutstanding = ({ violations }: Ledger) => {
  const doubles = rows('SELECT server_id FROM enrollment_offers WHERE outcome IS NULL GROUP BY 1 HAVING count(*) > 1')
  if (doubles.length > 0) violations.push('a server has two outstanding offers')
}

describe('claims, transitions and connects at once', () => {
  it(`leave one legal history (SEED=${seed})`, { timeout: 120_000 }, async () => {
    const random = makeChoices(seed)
    const ledger = newLedger()
    world = await makeWorld({
      subject: dawdling(random.below),
      plugins: [witness(ledger)],
      config: { rate_limit: { register_max: 1_000_000 } },
    })
    const step = makeStep(world, random, ledger)
    for (let n = 0; n < 4; n += 1) await step.onboard()

    let left = steps
    const client = async () => {
      for (; left > 0; left -= 1) {
        await step.any()
        oneOutstanding(ledger)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, client))

    const { hosts, entered, winners, successors, dead, violations, counts } = ledger
    expect(violations).toEqual([])
    expect(world.kernel.logs.filter((line) => 'level' in line && Number(line.level) >= 50)).toEqual([])

    // Every history is a path through the state tables, and ends where the server is now.
    for (const { id } of hosts) {
      const events = rows<EventRow>('SELECT * FROM enrollment_events WHERE server_id = ? ORDER BY number', id)
      const end = followEvents(events, (offerId) => successors.get(offerId) ?? 'unknown')
      counts.events = (counts.events ?? 0) + events.length
      const offers = rows<OfferRow>('SELECT * FROM enrollment_offers WHERE server_id = ?', id)
      const stored = tokenOf(id)
      if (end.status === 'deleted') {
        expect([stored, offers]).toEqual([undefined, []])
      } else {
        expect(offers.find(({ outcome }) => outcome === null)?.id ?? null).toBe(end.openOffer)
        const ended = offers.filter(({ outcome }) => outcome === 'consumed').map((offer) => offer.id)
        expect(ended.sort()).toEqual([...end.consumed].sort())
        // The token of the last claim is the one that is stored, by its hash.
        const last = winners.get(end.consumed.at(-1) ?? '')?.[0]
        expect(stored).toBe(end.status === 'claimed' && last ? digest(last) : null)
      }
      // One claim for each consumed offer, none for any other.
      for (const offerId of end.consumed) expect(winners.get(offerId)).toHaveLength(1)
    }
    const consumed = rows("SELECT 1 FROM enrollment_events WHERE transition = 'offer_consumed'").length
    expect(counts['claims won']).toBe(consumed)
    expect(winners.size).toBe(consumed)

    // Who may not speak any more is out, and stays out.
    let open = 0
    for (const { host, token, peer } of entered) {
      if (tokenOf(host.id) !== digest(token)) await peer.closed
      else if (peer.socket.readyState === WebSocket.OPEN) open += 1
    }
    expect(open).toBeLessThanOrEqual(hosts.length)
    for (const token of dead) expect((await (await world.agent(token)).refused).status).toBe(401)
    expect(violations).toEqual([])

    const told = Object.entries({ ...counts, 'sockets fenced': entered.length - open, 'dead tokens': dead.size })
    console.log(
      `race, SEED=${seed}: ${told
        .map(([name, n]) => `${name} ${n}`)
        .sort()
        .join(', ')}`,
    )
    for (const name of ['claims won', 'claims lost', 'connects admitted', 'connects refused', 'connects fenced'])
      expect(counts[name], name).toBeGreaterThan(0)
  })
})
