import { runProgram } from '../run-program.ts'
import { type Element, isSameSet, type PacketFilter } from './packet-filter.ts'

const table = 'inet svc'

const elementsOf = (elements: readonly Element[], family: 4 | 6) => {
  const own = elements.filter(({ network }) => network.family === family)
  const texts = own.map(({ network, seconds }) => `${network.text} timeout ${seconds}s`)
  return texts.length === 0 ? '' : `elements = { ${texts.join(', ')} }`
}

/** One transaction. Recreates the table, so that nothing is left that others have added to it. */
const script = (elements: readonly Element[]) => `
add table ${table}
delete table ${table}
table ${table} {
  set block_v4 {
    type ipv4_addr
    flags interval, timeout
    ${elementsOf(elements, 4)}
  }
  set block_v6 {
    type ipv6_addr
    flags interval, timeout
    ${elementsOf(elements, 6)}
  }
  chain input {
    type filter hook input priority -10; policy accept;
    iifname "lo" accept
    ip saddr @block_v4 counter drop
    ip6 saddr @block_v6 counter drop
  }
}
`

/** Leaves nothing: the tables are gone when the transaction is over. */
const probe = `
add table ${table}
delete table ${table}
table inet svc_probe {
  set block {
    type ipv4_addr
    flags interval, timeout
    elements = { 192.0.2.0/24 timeout 1s }
  }
  chain input {
    type filter hook input priority -10; policy accept;
    ip saddr @block counter drop
  }
}
delete table inet svc_probe
`

interface Listed {
  readonly set?: { readonly elem?: readonly (Value | { readonly elem: { readonly val: Value } })[] }
  readonly chain?: { readonly hook?: string; readonly prio?: number; readonly policy?: string }
  readonly rule?: { readonly expr: readonly Readonly<Record<string, { readonly right?: unknown } | null>>[] }
}
type Value = string | { readonly prefix: { readonly addr: string; readonly len: number } }

const rangeOf = (value: Value) => (typeof value === 'string' ? value : `${value.prefix?.addr}/${value.prefix?.len}`)

/** What a rule compares with, and what it does then. */
const summaryOf = ({ expr }: NonNullable<Listed['rule']>) =>
  expr
    .flatMap((part) => Object.entries(part))
    .flatMap(([name, value]) => (name === 'counter' ? [] : name === 'match' ? [String(value?.right)] : [name]))
    .join(' ')

const ownRules = 'lo accept,@block_v4 drop,@block_v6 drop'

async function hasOnly(elements: readonly Element[]) {
  const listing = await runProgram('nft', ['--json', 'list', 'table', ...table.split(' ')])
  const { nftables: items }: { nftables: readonly Listed[] } = JSON.parse(listing)
  const chains = items.flatMap(({ chain }) => (chain ? [`${chain.hook} ${chain.prio} ${chain.policy}`] : []))
  const rules = items.flatMap(({ rule }) => (rule ? [summaryOf(rule)] : []))
  const ranges = items.flatMap(({ set }) =>
    (set?.elem ?? []).map((each) => rangeOf(typeof each === 'object' && 'elem' in each ? each.elem.val : each)),
  )
  return chains.join() === 'input -10 accept' && rules.join() === ownRules && isSameSet(elements, ranges)
}

/** The table `inet svc`. */
export const nftables: PacketFilter = {
  name: 'nftables',
  async probe() {
    await runProgram('nft', ['-f', '-'], probe)
  },
  async replace(elements) {
    await runProgram('nft', ['-f', '-'], script(elements))
  },
  hasOnly,
  async remove() {
    await runProgram('nft', ['-f', '-'], `add table ${table}\ndelete table ${table}\n`)
  },
}
