import { statfs } from 'node:fs/promises'
import type { Sampler } from '@svc/agent-sdk'
import type { KernelFile } from './kernel-file.ts'
import { type Mount, parseMountinfo, storeOf } from './mounts.ts'

/** Bytes. */
export interface Space {
  readonly total: number
  readonly used: number
}

interface SizedMount extends Space {
  readonly mount: Mount
  readonly inodes: number
}

/** Adds up file systems, counting each store once. */
export function sumSpace(sizes: readonly SizedMount[]): Space {
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
  let total = 0
  let used = 0
  for (const [key, members] of stores) {
    // Datasets of a ZFS pool have their own usage and share the free space; other mounts of a store report the same size.
    const counted = key.startsWith('zfs:') ? members : members.slice(0, 1)
    const usedHere = counted.reduce((sum, size) => sum + size.used, 0)
    used += usedHere
    total += usedHere + Math.max(...counted.map((size) => size.total - size.used))
  }
  return { total, used }
}

type Statfs = (path: string) => Promise<{ bsize: number; blocks: number; bavail: number; files: number }>

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
      const { bsize, blocks, bavail, files } = await statfsOf(mount.path)
      if (blocks > 0) {
        const size = { total: blocks * bsize, used: Math.max(blocks - bavail, 0) * bsize, inodes: files }
        sizes.set(mount.path, { mount, ...size })
      } else sizes.delete(mount.path)
    } catch {
      sizes.delete(mount.path)
    } finally {
      pending.delete(mount.path)
    }
  }

  async function measureSpace(): Promise<Space> {
    const mounts = parseMountinfo(mountinfo.read() ?? '')
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    await Promise.race([Promise.all(mounts.map(measure)), timeout])
    clearTimeout(timer)
    const mounted = new Set(mounts.map(({ path }) => path))
    for (const path of sizes.keys()) if (!mounted.has(path)) sizes.delete(path)
    return sumSpace([...sizes.values()])
  }

  return {
    space: measureSpace,
    sampler: { name: 'disk', sample: async () => ({ disk_used: (await measureSpace()).used }) },
  }
}
