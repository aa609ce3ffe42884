import { statfs } from 'node:fs/promises'
import type { Sampler } from '@svc/agent-sdk'
import type { MountUsage } from '@svc/protocol'
import type { KernelFile } from './kernel-file.ts'
import { type Mount, parseMountinfo, storeOf } from './mounts.ts'

/** Bytes. */
export interface Space {
  readonly total: number
  readonly used: number
}

export interface SizedMount extends Space {
  readonly mount: Mount
  readonly inodes: number
  readonly inodesUsed: number
}

/** The mounts by store, without overlays on a store that is mounted itself. */
function groupByStore(sizes: readonly SizedMount[]): ReadonlyMap<string, readonly SizedMount[]> {
  const stores = new Map<string, SizedMount[]>()
  const seen = new Set<string>()
  // Overlays last: they report the size of the underlying store, which is usually mounted itself.
  const ordered = sizes.toSorted((a, b) => Number(a.mount.type === 'overlay') - Number(b.mount.type === 'overlay'))
  for (const size of ordered) {
    const fingerprint = `${size.total}:${size.inodes}`
    if (size.mount.type === 'overlay' && seen.has(fingerprint)) continue
    seen.add(fingerprint)
    stores.getOrInsertComputed(storeOf(size.mount), () => []).push(size)
  }
  return stores
}

/** Datasets of a ZFS pool have their own usage and share the free space; other mounts of a store report the same size. */
const isPool = (store: string) => store.startsWith('zfs:')

/** Adds up file systems, counting each store once. */
export function sumSpace(sizes: readonly SizedMount[]): Space {
  let total = 0
  let used = 0
  for (const [store, members] of groupByStore(sizes)) {
    const counted = isPool(store) ? members : members.slice(0, 1)
    const usedHere = counted.reduce((sum, size) => sum + size.used, 0)
    used += usedHere
    total += usedHere + Math.max(...counted.map((size) => size.total - size.used))
  }
  return { total, used }
}

/** The fullest file systems are what matters; a host may have hundreds of ZFS datasets. */
const maxMounts = 32

/** Each store once, under its shortest path; all datasets of a ZFS pool. */
export function listMounts(sizes: readonly SizedMount[]): MountUsage[] {
  const listed = [...groupByStore(sizes)].flatMap(([store, members]) =>
    isPool(store) ? members : members.toSorted((a, b) => a.mount.path.length - b.mount.path.length).slice(0, 1),
  )
  return listed
    .sort((a, b) => b.used / b.total - a.used / a.total)
    .slice(0, maxMounts)
    .map(({ mount: { path, type }, total, used, inodes, inodesUsed }) => ({
      ...{ path, type, total, used },
      ...(inodes > 0 ? { inodes, inodes_used: inodesUsed } : { inodes: null, inodes_used: null }),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

type Statfs = (path: string) => Promise<{ bsize: number; blocks: number; bavail: number; files: number; ffree: number }>

/** Slower file systems keep their previous size. */
const timeoutMs = 500

/** Disk usage of this host. Space reserved for root counts as used. */
export function makeDisk(
  mountinfo: KernelFile,
  statfsOf: Statfs = statfs,
): { sampler: Sampler; space(): Promise<Space> } {
  const pending = new Set<string>()
  const sizes = new Map<string, SizedMount>()

  async function measure(mount: Mount): Promise<void> {
    // Otherwise a hanging file system would block one thread of the pool after the other.
    if (pending.has(mount.path)) return
    pending.add(mount.path)
    try {
      const { bsize, blocks, bavail, files, ffree } = await statfsOf(mount.path)
      if (blocks > 0) {
        const size = { total: blocks * bsize, used: Math.max(blocks - bavail, 0) * bsize }
        sizes.set(mount.path, { mount, ...size, inodes: files, inodesUsed: Math.max(files - ffree, 0) })
      } else sizes.delete(mount.path)
    } catch {
      sizes.delete(mount.path)
    } finally {
      pending.delete(mount.path)
    }
  }

  async function measureAll(): Promise<readonly SizedMount[]> {
    const mounts = parseMountinfo(mountinfo.read() ?? '')
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    await Promise.race([Promise.all(mounts.map(measure)), timeout])
    clearTimeout(timer)
    const mounted = new Set(mounts.map(({ path }) => path))
    for (const path of sizes.keys()) if (!mounted.has(path)) sizes.delete(path)
    return [...sizes.values()]
  }

  return {
    space: async () => sumSpace(await measureAll()),
    sampler: {
      name: 'disk',
      async sample() {
        const found = await measureAll()
        return { disk_used: sumSpace(found).used, mounts: listMounts(found) }
      },
    },
  }
}
