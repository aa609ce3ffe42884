import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Addresses } from '@svc/plugin-geoip/contract'
import { type Core, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { ProviderFile } from '../catalog/file-schemas.ts'
import type { IpQualitySnapshot } from '../quality-schema.ts'
import type { QualitySettings } from '../quality-settings.ts'
import { type AddressFacts, failureIn, readFacts, unknownAddress } from './facts.ts'
import type { RisksStore, SnapshotRow } from './risks-store.ts'

const cacheSeconds = 24 * 3600
const timeoutMs = 10_000
const maxBytes = 128 * 1024
/** Addresses that wait; more are looked up by the hourly job. */
const maxQueued = 1000

export const snapshotView = ({ ip, facts, checked_at }: SnapshotRow): IpQualitySnapshot => ({
  ...unknownAddress,
  ...(JSON.parse(facts) as AddressFacts),
  ip,
  checked_at: toTimestamp(checked_at),
})

interface Dependencies extends Pick<Core, 'clock' | 'log'> {
  readonly outbound: Outbound
  readonly servers: Pick<Servers, 'get'>
  /** the local databases */
  readonly addresses: Addresses | undefined
  readonly store: RisksStore
  readonly settings: Pick<QualitySettings, 'providers'>
  readonly onScored: (serverId: string, snapshot: IpQualitySnapshot) => void
}

/** Finds out what is known of the addresses of servers: from local databases, and from providers if an admin chose some. */
export function makeScoring(dependencies: Dependencies) {
  const { clock, log, outbound, servers, addresses, store, settings, onScored } = dependencies
  /** the latest address of each server that waits */
  const queue = new Map<string, string>()
  const stopped = new AbortController()
  let working: Promise<void> | undefined

  async function ask(
    provider: ProviderFile,
    apiKey: string | undefined,
    ip: string,
  ): Promise<AddressFacts | undefined> {
    const url = new URL(provider.url.replaceAll('{ip}', encodeURIComponent(ip)))
    if (apiKey !== undefined && provider.key_parameter) url.searchParams.set(provider.key_parameter, apiKey)
    try {
      const { status, body } = await outbound.request(url, { timeoutMs, maxBytes, signal: stopped.signal })
      if (status !== 200) throw new Error(`HTTP ${status}`)
      const response: unknown = JSON.parse(body.toString('utf8'))
      const failure = failureIn(provider, response)
      if (failure !== undefined) throw new Error(failure)
      return readFacts(provider, response)
    } catch (error) {
      if (!stopped.signal.aborted) {
        const reason = (error as Error).message.replaceAll(apiKey ?? '\0', '…').slice(0, 200)
        log.warn({ provider: provider.id, reason }, 'a provider of risk data did not answer')
      }
      return undefined
    }
  }

  /** What the local databases say where a provider says nothing. */
  function withLocal(facts: AddressFacts, ip: string): AddressFacts {
    const local = addresses?.facts(ip)
    if (!local) return facts
    return {
      ...facts,
      country: facts.country ?? local.country,
      asn: facts.asn ?? (local.asn === null ? null : `AS${local.asn}`),
      as_org: facts.as_org ?? local.organization,
    }
  }

  async function factsOf(ip: string): Promise<{ readonly facts: AddressFacts; readonly isComplete: boolean }> {
    const providers = settings.providers()
    const asked = providers.map(({ provider }) => provider.id).join(' ')
    const now = toSeconds(clock.now())
    const cached = providers.length > 0 ? store.cached(ip, asked, now - cacheSeconds) : undefined
    if (cached) return { facts: cached, isComplete: true }
    for (const { provider, apiKey } of providers) {
      const facts = await ask(provider, apiKey, ip)
      if (!facts) continue
      const whole = withLocal(facts, ip)
      store.remember(ip, asked, whole, now)
      return { facts: whole, isComplete: true }
    }
    return { facts: withLocal(unknownAddress, ip), isComplete: providers.length === 0 }
  }

  async function score(serverId: string, ip: string): Promise<void> {
    const { facts, isComplete } = await factsOf(ip)
    if (stopped.signal.aborted || !servers.get(serverId)) return
    const former = store.snapshot(serverId)
    // A provider that does not answer does not erase what it said before.
    if (!isComplete && former?.ip === ip) return
    const row = { server_id: serverId, ip, facts: JSON.stringify(facts), checked_at: toSeconds(clock.now()) }
    store.putSnapshot(row)
    onScored(serverId, snapshotView(row))
  }

  async function work(): Promise<void> {
    for (let next = queue.entries().next().value; next; next = queue.entries().next().value) {
      const [serverId, ip] = next
      queue.delete(serverId)
      try {
        await score(serverId, ip)
      } catch (error) {
        log.warn(
          { server_id: serverId, reason: (error as Error).message },
          'the facts about an address were not stored',
        )
      }
      if (stopped.signal.aborted) return
    }
  }

  function enqueue(serverId: string, ip: string): void {
    if (queue.size >= maxQueued && !queue.has(serverId)) return
    queue.set(serverId, ip)
    working ??= work().finally(() => {
      working = undefined
    })
  }

  return {
    /** Looks up an address of a server in the background. */
    enqueue,
    /** Looks up all addresses again whose facts are older than a day, or all of them. */
    refresh(all = false): void {
      const since = toSeconds(clock.now()) - cacheSeconds
      for (const { server_id, ip, checked_at } of store.snapshots())
        if (all || checked_at < since) enqueue(server_id, ip)
    },
    /** Resolves when nothing waits. */
    idle: () => working ?? Promise.resolve(),
    async close(): Promise<void> {
      stopped.abort()
      queue.clear()
      await working
    },
  }
}
