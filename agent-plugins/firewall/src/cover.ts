import type { Network } from '@svc/probe-target'

const keyOf = ({ bytes }: Network, prefix: number): string => {
  const cut = bytes.map((byte, i) => byte & (0xff << (8 - Math.min(8, Math.max(0, prefix - i * 8)))) & 0xff)
  return `${prefix} ${cut.join(' ')}`
}

/** Leaves out what is inside of another range. Packet filters do not accept ranges that overlap. */
export function outermost<T extends { readonly network: Network }>(items: readonly T[]): T[] {
  const outer = new Map<string, T>()
  const prefixes = new Map<4 | 6, Set<number>>()
  for (const item of [...items].sort((a, b) => a.network.prefix - b.network.prefix)) {
    const { network } = item
    const shorter = prefixes.get(network.family) ?? new Set()
    if ([...shorter].some((prefix) => outer.has(`${network.family} ${keyOf(network, prefix)}`))) continue
    outer.set(`${network.family} ${keyOf(network, network.prefix)}`, item)
    prefixes.set(network.family, shorter.add(network.prefix))
  }
  return [...outer.values()]
}
