import type { Link } from '@svc/agent-sdk'
import { type AckItem, maxBlocks } from '@svc/plugin-firewall/wire'
import { parseNetwork } from '@svc/probe-target'
import { afterEach, expect, it } from 'vitest'
import { until } from '../test/until.ts'
import { type BlockListTiming, blockListTiming, makeBlockList } from './block-list.ts'
import type { Protection } from './protection/protection.ts'

let blockList: ReturnType<typeof makeBlockList> | undefined
afterEach(() => blockList?.close())

/** A list whose packet filter remembers what it was told to block. */
function makeWorld({ replace, timing }: { replace?: () => Promise<void>; timing?: Partial<BlockListTiming> } = {}) {
  const acks: AckItem[][] = []
  const link = { send: (_: unknown, { results }: { results: AckItem[] }) => acks.push(results) } as unknown as Link
  const world = { acks, link, blocked: [] as string[], never: [] as Protection[], removals: 0 }
  const list = makeBlockList({
    filter: {
      name: 'nftables',
      probe: () => Promise.resolve(),
      async replace(elements) {
        await replace?.()
        world.blocked = elements.map(({ network }) => network.text)
      },
      async remove() {
        world.blocked = []
        world.removals += 1
      },
      hasOnly: () => Promise.resolve(true),
    },
    protections: () => Promise.resolve(world.never),
    log: { error() {}, warn() {}, info() {}, debug() {} } as never,
    timing: { ...blockListTiming, ...timing },
  })
  blockList = list
  list.connected(link)
  return { ...world, world, list }
}

const block = (id: string, target: string, expires_at: number | null = null) => ({ id, target, family: 4, expires_at })
const protect = (text: string): Protection[] => {
  const network = parseNetwork(text)
  return network ? [{ network, what: 'a session' }] : []
}
const lost = 'the connection to the server was lost after it was applied'

it('acknowledges in several messages what does not fit into one', async () => {
  const { acks, link, list } = makeWorld({ replace: () => Promise.reject(new Error('x'.repeat(500))) })
  const entries = Array.from({ length: maxBlocks }, (_, i) =>
    block(`${i}`.padStart(36, '0'), `198.${18 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}/32`),
  )
  await list.sync(entries, 60, link)
  expect(acks.length).toBeGreaterThan(1)
  expect(acks.every((results) => JSON.stringify(results).length < 1_000_000)).toBe(true)
  expect(acks.flat()).toHaveLength(maxBlocks)
})

it('a block that cut the connection is removed again each time that it is tried', async () => {
  const { world, link, list, acks } = makeWorld({ timing: { checkMs: 10, retryMs: 300 } })
  await list.add(block('a', '198.51.100.7/32'), 1, link)
  expect(world.blocked).toEqual(['198.51.100.7'])
  await until(() => acks.flat().filter(({ reason }) => reason === lost).length, 1)
  expect(world.blocked).toEqual([])
  // It is tried after the delay, and nobody confirms it.
  await until(() => world.blocked, ['198.51.100.7'])
  await until(() => acks.flat().filter(({ reason }) => reason === lost).length, 2)
  expect(world.blocked).toEqual([])
})

it('a block that is applied when nobody is signed in any more must be confirmed as well', async () => {
  const { world, link, list, acks } = makeWorld({ timing: { checkMs: 10 } })
  world.never.push(...protect('198.51.100.7'))
  await list.sync([block('a', '198.51.100.7/32')], 1, link)
  expect(world.blocked).toEqual([])
  world.never.pop()
  await until(() => world.blocked, ['198.51.100.7'])
  await until(() => acks.flat().at(-1), { id: 'a', state: 'failed', reason: lost })
  expect(world.blocked).toEqual([])
})

it('removing one block leaves the others of its message to be confirmed', async () => {
  const { world, link, list } = makeWorld()
  await list.sync([block('a', '198.51.100.7/32'), block('b', '198.51.100.8/32')], 1, link)
  await list.remove('b', link)
  expect(world.blocked).toEqual(['198.51.100.7'])
  await until(() => world.blocked, [])
})

it('a block that the server removes and adds again is applied at once', async () => {
  const { world, link, list } = makeWorld()
  await list.add(block('a', '198.51.100.7/32'), 1, link)
  await until(() => world.blocked, [])
  await list.sync([], 1, link)
  await list.add(block('a', '198.51.100.7/32'), 60, link)
  expect(world.blocked).toEqual(['198.51.100.7'])
})

it('says what has expired, and leaves nothing in the kernel after the last block', async () => {
  const { world, link, list, acks } = makeWorld({ timing: { checkMs: 10 } })
  const now = Math.floor(Date.now() / 1000)
  await list.sync([block('a', '198.51.100.7/32', now + 1), block('b', '198.51.100.0/24', 5)], null, link)
  expect(acks.flat()).toEqual([
    { id: 'a', state: 'present' },
    { id: 'b', state: 'absent', reason: 'it expired' },
  ])
  await until(() => acks.flat().at(-1), { id: 'a', state: 'absent', reason: 'it expired' })
  expect(world.removals).toBe(1)
})
