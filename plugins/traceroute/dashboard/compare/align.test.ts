import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readHops } from '../trace/reading.ts'
import { alignHops } from './align.ts'
import { formatTraces, parseCompareSearch, parseTraces } from './compare-search.ts'
import { addressesInSeveral } from './shared-addresses.ts'

/** `-` is silent, `a/b` has two addresses. */
const path = (text: string) =>
  readHops({
    hops: text.split(' ').map((ips, i) => {
      const isSilent = ips === '-'
      return { hop: i + 1, ...(!isSilent && { ips: ips.split('/') }), total_recv: isSilent ? 0 : 1, loss_pct: 0 }
    }),
    hosts: [],
  })
const nameOf = (reading: ReturnType<typeof path>[number] | undefined) =>
  reading ? reading.hosts.map(({ ip }) => ip).join('/') || '-' : ''
const align = (before: string, after: string) =>
  alignHops(path(before), path(after)).map((row) => `${row.kind}: ${nameOf(row.before)} | ${nameOf(row.after)}`)

it('the same path has no changes, whatever answered which time', () => {
  expect(align('a b/c - d', 'a c - d')).toEqual(['same: a | a', 'same: b/c | c', 'same: - | -', 'same: d | d'])
  expect(align('a b c', 'a - c')).toEqual(['same: a | a', 'same: b | -', 'same: c | c'])
})

it('another router is a change, a further one is added, a missing one removed', () => {
  expect(align('a b t', 'a x t')).toEqual(['same: a | a', 'changed: b | x', 'same: t | t'])
  expect(align('a t', 'a x y t')).toEqual(['same: a | a', 'added:  | x', 'added:  | y', 'same: t | t'])
  expect(align('a b c t', 'a x t')).toEqual(['same: a | a', 'changed: b | x', 'removed: c | ', 'same: t | t'])
})

it('every hop is in one row, in its order', () => {
  const hops = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', '-'), { minLength: 1, maxLength: 8 })
    .map((all) => all.join(' '))
  fc.assert(
    fc.property(hops, hops, (before, after) => {
      const rows = alignHops(path(before), path(after))
      expect(rows.flatMap((row) => row.before?.hop.hop ?? [])).toEqual(before.split(' ').map((_, i) => i + 1))
      expect(rows.flatMap((row) => row.after?.hop.hop ?? [])).toEqual(after.split(' ').map((_, i) => i + 1))
    }),
  )
})

it('the address of the page names the traces, and ignores anything else', () => {
  const traces = [
    { serverId: 's-1', requestId: 'r-1' },
    { serverId: 's-2', requestId: 'r-2' },
  ]
  expect(parseTraces(formatTraces(traces))).toEqual(traces)
  expect(parseCompareSearch({ traces: 's-1~r-1,<script>,~,a~b~c,s-2~r-2' }).traces).toBe('s-1~r-1,s-2~r-2')
  expect(parseCompareSearch({}).traces).toBe('')
})

it('addresses of several traces are found, each counted once per trace', () => {
  const hops = (...lists: string[][]) => ({ hops: lists.map((ips, i) => ({ hop: i + 1, ips })) })
  expect(addressesInSeveral([hops(['a'], ['b', 'c']), hops(['x'], ['c']), hops(['y'], ['y'])])).toEqual(new Set(['c']))
})
