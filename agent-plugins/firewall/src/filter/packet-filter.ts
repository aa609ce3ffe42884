import { type Network, parseNetwork } from '@svc/probe-target'

/** A range to block. */
export interface Element {
  readonly network: Network
  /** The kernel removes it after so long. */
  readonly seconds: number
}

/** Blocks ranges in the kernel, in tables of its own. Other rules of the host are not touched. */
export interface PacketFilter {
  readonly name: 'nftables' | 'ipset'
  /** Throws if it does not work on this host. Removes what an earlier run has left. */
  probe(): Promise<void>
  /** Blocks these ranges, which do not overlap, and no others. After an error, the former ones are still blocked. */
  replace(elements: readonly Element[]): Promise<void>
  /** Whether the kernel has the rules, and these ranges without their times. */
  hasOnly(elements: readonly Element[]): Promise<boolean>
  /** Removes everything. */
  remove(): Promise<void>
}

/** Whether two lists of ranges, in any notation and order, are the same. */
export function isSameSet(elements: readonly Element[], texts: readonly string[]): boolean {
  const wanted = elements.map(({ network }) => network.cidr).sort()
  const found = texts.map((text) => parseNetwork(text)?.cidr ?? text).sort()
  return wanted.join() === found.join()
}
