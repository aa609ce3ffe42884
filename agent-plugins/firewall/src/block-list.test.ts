import type { Link } from '@svc/agent-sdk'
import { type AckItem, maxBlocks } from '@svc/plugin-firewall/wire'
import { expect, it } from 'vitest'
import { blockListTiming, makeBlockList } from './block-list.ts'

it('acknowledges in several messages what does not fit into one', async () => {
  const acks: AckItem[][] = []
  const link = { send: (_: unknown, { results }: { results: AckItem[] }) => acks.push(results) } as unknown as Link
  const blockList = makeBlockList({
    filter: {
      name: 'nftables',
      probe: () => Promise.resolve(),
      replace: () => Promise.reject(new Error('x'.repeat(500))),
      remove: () => Promise.resolve(),
      hasOnly: () => Promise.resolve(true),
    },
    protections: () => Promise.resolve([]),
    log: { error() {}, warn() {}, info() {}, debug() {} } as never,
    timing: blockListTiming,
  })
  const entries = Array.from({ length: maxBlocks }, (_, i) => ({
    id: `${i}`.padStart(36, '0'),
    target: `198.${18 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}/32`,
    family: 4,
    expires_at: null,
  }))
  await blockList.sync(entries, 60, link)
  await blockList.close()
  expect(acks.length).toBeGreaterThan(1)
  expect(acks.every((results) => JSON.stringify(results).length < 1_000_000)).toBe(true)
  expect(acks.flat()).toHaveLength(maxBlocks)
})
