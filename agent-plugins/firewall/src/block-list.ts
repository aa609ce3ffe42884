import type { Link, Logger } from '@svc/agent-sdk'
import {
  type AckItem,
  type Block,
  BlocklistAck,
  BlocklistResetAck,
  maxBlocks,
  minPrefix,
} from '@svc/plugin-firewall/wire'
import { type Network, networksOverlap, parseNetwork } from '@svc/probe-target'
import { outermost } from './cover.ts'
import type { Element, PacketFilter } from './filter/packet-filter.ts'
import type { Protection } from './protection/protection.ts'

export interface BlockListTiming {
  /** between two checks of the kernel, of expired blocks and of what is protected */
  readonly checkMs: number
  /** The kernel forgets blocks after so long, unless the agent renews them: nothing stays if the agent is killed. */
  readonly leaseSeconds: number
  /** A sync usually follows a reset. Waiting for it keeps the blocks meanwhile. */
  readonly resetMs: number
  /** until blocks that cut the connection are tried once more; doubled each time */
  readonly retryMs: number
}
export const blockListTiming: BlockListTiming = {
  checkMs: 30_000,
  leaseSeconds: 900,
  resetMs: 300,
  retryMs: 600_000,
}
/** Messages have at most 1 MiB; thousands of blocks with long reasons need several. */
const maxAckBytes = 900_000
const maxRetryMs = 86_400_000

interface Entry {
  readonly id: string
  /** undefined: not a range */
  readonly network: Network | undefined
  /** epoch seconds */
  readonly expiresAt: number | null
}

type State = Omit<AckItem, 'id'>

/** Blocks that cut the connection to the server, by id. */
interface Strike {
  readonly count: number
  /** in the time of `performance.now` */
  readonly until: number
}

interface Dependencies {
  readonly filter: PacketFilter
  readonly protections: () => Promise<readonly Protection[]>
  readonly log: Logger
  readonly timing: BlockListTiming
}

const entryOf = ({ id, target, family, expires_at }: Block): Entry => {
  const network = parseNetwork(target)
  return { id, network: network?.family === family ? network : undefined, expiresAt: expires_at ?? null }
}

const isSame = (a: State | undefined, b: State) => a?.state === b.state && a.reason === b.reason
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The blocks of this host: what the server wants, as far as the host permits it. Changes happen one after another. */
export function makeBlockList({ filter, protections, log, timing }: Dependencies) {
  let link: Link | undefined
  const entries = new Map<string, Entry>()
  const states = new Map<string, State>()
  const strikes = new Map<string, Strike>()
  /** in which the server confirms acknowledgements; undefined: it does not */
  let confirmSeconds: number | undefined
  /** blocks that the server has not confirmed, and what removes them then */
  const unconfirmed = new Map<string, NodeJS.Timeout>()
  /** what the kernel should contain, and since when; undefined: nothing of ours */
  let applied: { readonly elements: readonly Element[]; readonly keys: string; readonly at: number } | undefined
  let queue = Promise.resolve()
  let isClosed = false
  let syncsWaiting = 0
  let onSync = () => {}

  function enqueue(work: () => Promise<void>): Promise<void> {
    queue = queue.then(async () => {
      try {
        if (!isClosed) await work()
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'the block list cannot be applied')
      }
    })
    return queue
  }

  function stateOf({ id, network, expiresAt }: Entry, never: readonly Protection[], now: number): State {
    if (!network) return { state: 'failed', reason: 'it is not an address or range' }
    if (network.prefix < minPrefix[network.family]) {
      return { state: 'failed', reason: `the range is larger than /${minPrefix[network.family]}` }
    }
    const protection = never.find((each) => networksOverlap(each.network, network))
    if (protection) return { state: 'failed', reason: `it overlaps ${protection.what}` }
    if (expiresAt !== null && expiresAt <= now) return { state: 'absent', reason: 'it expired' }
    const strike = strikes.get(id)
    if (strike && strike.until > performance.now()) {
      return { state: 'failed', reason: 'the connection to the server was lost after it was applied' }
    }
    return { state: 'present' }
  }

  /** Puts the entries into the kernel, and returns the states that have changed. `isRenewal`: also if it has them already. */
  async function apply(isRenewal = false): Promise<AckItem[]> {
    const now = Math.floor(Date.now() / 1000)
    const never = entries.size > 0 ? await protections() : []
    const next = new Map([...entries.values()].map((entry) => [entry.id, stateOf(entry, never, now)]))
    const wanted = [...entries.values()].flatMap(({ id, network, expiresAt }) =>
      network && next.get(id)?.state === 'present' ? [{ network, expiresAt }] : [],
    )
    const outer = outermost(wanted)
    const elements = outer.map(({ network, expiresAt }) => ({
      network,
      seconds: Math.min(timing.leaseSeconds, expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - now),
    }))
    const keys = outer.map(({ network, expiresAt }) => `${network.cidr} ${expiresAt}`).join()
    try {
      if (elements.length === 0) {
        if (applied) await filter.remove()
        applied = undefined
      } else if (isRenewal || keys !== applied?.keys) {
        await filter.replace(elements)
        applied = { keys, elements, at: performance.now() }
      }
    } catch (error) {
      log.error({ backend: filter.name, reason: reasonOf(error) }, 'the packet filter rejects the block list')
      applied &&= { ...applied, keys: '' }
      for (const [id, { state }] of next) {
        if (state === 'present') next.set(id, { state: 'failed', reason: reasonOf(error).slice(0, 200) })
      }
    }
    const changed = [...next].filter(([id, state]) => !isSame(states.get(id), state))
    for (const [id, state] of changed) states.set(id, state)
    expectConfirmation(changed.filter(([, { state }]) => state === 'present').map(([id]) => id))
    return changed.map(([id, state]) => ({ id, ...state }))
  }

  function forget(id: string): void {
    entries.delete(id)
    states.delete(id)
    unconfirmed.delete(id)
  }

  function acknowledge(results: readonly AckItem[], by = link): void {
    if (results.length === 0) return
    if (results.length === 1 || Buffer.byteLength(JSON.stringify(results)) <= maxAckBytes) {
      by?.send(BlocklistAck, { results: [...results] })
      return
    }
    const half = Math.ceil(results.length / 2)
    acknowledge(results.slice(0, half), by)
    acknowledge(results.slice(half), by)
  }

  /** Unless the server confirms them, these blocks have cut the connection. */
  function expectConfirmation(ids: readonly string[]): void {
    if (confirmSeconds === undefined || ids.length === 0) return
    const timer = setTimeout(() => void enqueue(() => rollBack(timer)), confirmSeconds * 1000)
    for (const id of ids) unconfirmed.set(id, timer)
  }

  async function rollBack(timer: NodeJS.Timeout): Promise<void> {
    const ids = [...unconfirmed].filter(([, each]) => each === timer).map(([id]) => id)
    if (ids.length === 0) return
    log.warn({ blocks: ids.length }, 'the connection to the server was lost after blocks were applied; removing them')
    for (const id of ids) {
      unconfirmed.delete(id)
      const count = (strikes.get(id)?.count ?? 0) + 1
      const delay = Math.min(maxRetryMs, timing.retryMs * 2 ** (count - 1))
      strikes.set(id, { count, until: performance.now() + delay })
    }
    acknowledge(await apply())
  }

  /** Repairs what others have changed, and follows the clock and the host. */
  async function check(): Promise<void> {
    if (entries.size === 0 && !applied) return
    const before = applied
    const changed = await apply()
    if (applied && applied === before) {
      // What has expired in the meantime is no change by others.
      const hasDrifted = !(await filter.hasOnly(applied.elements).catch(() => false))
      const isDue = performance.now() - applied.at > (timing.leaseSeconds * 1000) / 3
      if (hasDrifted || isDue) changed.push(...(await apply(true)))
      if (hasDrifted && changed.length === 0) {
        log.warn({ backend: filter.name }, 'the rules of the block list were changed; restored them')
        for (const [id, { state }] of states) {
          if (state === 'present') changed.push({ id, state, reason: 'restored: the rules were changed on the host' })
        }
      }
    }
    acknowledge(changed)
  }

  let timer: NodeJS.Timeout | undefined
  const checkLater = () => {
    if (isClosed) return
    timer = setTimeout(() => void enqueue(check).then(checkLater), timing.checkMs)
  }
  checkLater()

  return {
    connected(opened: Link) {
      link = opened
    },

    sync(blocks: readonly Block[], seconds: number | null | undefined, by: Link): Promise<void> {
      syncsWaiting += 1
      onSync()
      return enqueue(async () => {
        syncsWaiting -= 1
        const wanted = new Map(blocks.slice(0, maxBlocks).map((block) => [block.id, entryOf(block)]))
        const removed = [...entries.keys()].filter((id) => !wanted.has(id))
        confirmSeconds = seconds || undefined
        for (const id of removed) forget(id)
        for (const entry of wanted.values()) entries.set(entry.id, entry)
        for (const id of [...strikes.keys()]) if (!wanted.has(id)) strikes.delete(id)
        await apply()
        acknowledge(
          [
            ...removed.map((id): AckItem => ({ id, state: 'absent' })),
            ...[...states].map(([id, state]) => ({ id, ...state })),
          ],
          by,
        )
      })
    },

    add: (block: Block, seconds: number | null | undefined, by: Link) =>
      enqueue(async () => {
        confirmSeconds = seconds || undefined
        if (entries.size >= maxBlocks && !entries.has(block.id)) {
          return acknowledge([{ id: block.id, state: 'failed', reason: `there are already ${maxBlocks} blocks` }], by)
        }
        entries.set(block.id, entryOf(block))
        const changed = await apply()
        const others = changed.filter(({ id }) => id !== block.id)
        acknowledge([{ id: block.id, ...(states.get(block.id) ?? { state: 'absent' }) }], by)
        acknowledge(others, by)
      }),

    remove: (id: string, by: Link) =>
      enqueue(async () => {
        forget(id)
        strikes.delete(id)
        const changed = await apply()
        acknowledge([{ id, state: 'absent' }], by)
        acknowledge(changed, by)
      }),

    reset: (by: Link) =>
      enqueue(async () => {
        if (syncsWaiting === 0) {
          const { promise, resolve } = Promise.withResolvers<void>()
          onSync = resolve
          const waiting = setTimeout(resolve, timing.resetMs)
          await promise
          clearTimeout(waiting)
        }
        try {
          // The sync replaces everything in one step.
          if (syncsWaiting === 0) {
            await filter.remove()
            applied = undefined
            for (const id of [...entries.keys()]) forget(id)
          }
          by.send(BlocklistResetAck, { ok: true, reason: null })
        } catch (error) {
          by.send(BlocklistResetAck, { ok: false, reason: reasonOf(error).slice(0, 200) })
        }
      }),

    /** The server has the acknowledgement of these blocks, so they did not cut the connection. */
    confirm(ids: readonly string[]) {
      for (const id of ids) {
        unconfirmed.delete(id)
        strikes.delete(id)
      }
    },

    async close() {
      for (const each of unconfirmed.values()) clearTimeout(each)
      onSync()
      const removed = enqueue(async () => {
        isClosed = true
        if (applied) await filter.remove()
      })
      await removed
      clearTimeout(timer)
    },
  }
}
