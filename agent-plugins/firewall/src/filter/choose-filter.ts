import { ipset } from './ipset.ts'
import { nftables } from './nftables.ts'
import type { PacketFilter } from './packet-filter.ts'

const filters: readonly PacketFilter[] = [nftables, ipset]

/** The first packet filter that works on this host, or why none does. */
export async function chooseFilter(
  backend: 'auto' | PacketFilter['name'],
): Promise<{ readonly filter: PacketFilter } | { readonly reason: string }> {
  const reasons: string[] = []
  for (const filter of filters.filter(({ name }) => backend === 'auto' || name === backend)) {
    try {
      await filter.probe()
      return { filter }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      reasons.push(`${filter.name}: ${code === 'ENOENT' ? 'not installed' : message}`)
    }
  }
  return { reason: reasons.join('; ') }
}
