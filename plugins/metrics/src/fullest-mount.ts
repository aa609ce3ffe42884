import type { MountUsage } from '@svc/protocol'

/** A mount and how much of it is used. */
export interface FullestMount {
  readonly path: string
  readonly percent: number
}

type Mounts = readonly MountUsage[] | null | undefined

/** Three decimals, as everywhere in the records. */
const percentOf = (used: number, total: number) => Math.round((100_000 * used) / total) / 1000

const fullest = (mounts: Mounts, shareOf: (mount: MountUsage) => number | undefined): FullestMount | undefined => {
  let found: FullestMount | undefined
  for (const mount of mounts ?? []) {
    const percent = shareOf(mount)
    if (percent !== undefined && percent > (found?.percent ?? -1)) found = { path: mount.path, percent }
  }
  return found
}

/** The mount with the least free space in proportion. */
export const fullestMount = (mounts: Mounts): FullestMount | undefined =>
  fullest(mounts, ({ used, total }) => (total > 0 ? percentOf(used, total) : undefined))

/** The mount with the fewest free inodes in proportion. */
export const fullestInodes = (mounts: Mounts): FullestMount | undefined =>
  fullest(mounts, ({ inodes, inodes_used }) =>
    inodes && inodes_used != null ? percentOf(inodes_used, inodes) : undefined,
  )
