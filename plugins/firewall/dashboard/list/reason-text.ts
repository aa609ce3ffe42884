import type { useT } from '@svc/dashboard-sdk'

/** What agents say about blocks, and the texts that say the same. */
const known: readonly (readonly [reason: RegExp, key: string])[] = [
  [/^it is not an address or range$/, 'notARange'],
  [/^the range is larger than \/(?<prefix>\d+)$/, 'tooLarge'],
  [/^it overlaps (?<range>\S+), which is never blocked$/, 'neverBlocked'],
  [/^it overlaps the allow list of this host$/, 'allowList'],
  [/^it overlaps the address of the server$/, 'server'],
  [/^it overlaps an address from which somebody is signed in to this host$/, 'session'],
  [/^it overlaps an address of this host$/, 'ownAddress'],
  [/^it overlaps a gateway of this host$/, 'gateway'],
  [/^it overlaps a name server of this host$/, 'nameServer'],
  [/^it expired$/, 'expired'],
  [/^the connection to the server was lost after it was applied$/, 'connectionLost'],
  [/^restored: the rules were changed on the host$/, 'restored'],
]

/** What an agent says about a block in the language of the reader. What is not known, as errors of nftables, stays as it is. */
export function reasonText(reason: string, t: ReturnType<typeof useT>): string {
  for (const [pattern, key] of known) {
    const match = pattern.exec(reason)
    if (match) return t(`reason.${key}`, { ...match.groups })
  }
  return reason
}
