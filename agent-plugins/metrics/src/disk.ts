import { statfs } from 'node:fs/promises'
import type { Sampler } from '@svc/agent-sdk'
import type { KernelFile } from './kernel-file.ts'
import { type Mount, parseMountinfo, storeOf } from './mounts.ts'

/** Bytes. */
export interface Space {
  readonly total: number
  readonly used: number
}

interface Sized extends Space {
  readonly mount: Mount
  readonly inodes: number
}

/** Sums up file systems, each store once. */
export function sumSpace(sizes: readonly Sized[]): Space {
  const stores = new Map<string, Sized[]>()
  const seen = new Set<string>()
  // Overlays last: they tell the size of the store their layers lie on, which is mostly there in its own right.
  const ordered = [...sizes].sort((a, b) => Number(a.mount.type === 'overlay') - Number(b.mount.type === 'overlay'))
  for (const size of ordered) {
    const look = `${size.total}:${size.inodes}`
    if (size.mount.type === 'overlay' && seen.has(look)) continue
    seen.add(look)
    const key = storeOf(size.mount)
    stores.set(key, [...(stores.get(key) ?? []), size])
  }
  let total = 0
  let used = 0
  for (const [key, members] of stores) {
    // The datasets of a pool each have their own use and share what is free; other mounts all tell the same.
    const counted = key.startsWith('zfs:') ? members : members.slice(0, 1)
    const usedHere = counted.reduce((sum, size) => sum + size.used, 0)
    used += usedHere
    total += usedHere + Math.max(...counted.map((size) => size.total - size.used))
  }
  return { total, used }
}

type Statfs = (path: string) => Promise<{ bsize: number; blocks: number; bavail: number; files: number }>

/** A file system that does not answer within this many milliseconds counts as it did before. */
const patienceMs = 500

/** The disks of this host. Space only root may use counts as used. */
export function makeDisk(mountinfo: KernelFile, ask: Statfs = statfs): { sampler: Sampler; space(): Promise<Space> } {
  const pending = new Set<string>()
  const known = new Map<string, Sized>()

  async function measure(mount: Mount): Promise<void> {
    // A hung file system would otherwise take one thread of the pool after the other.
    if (pending.has(mount.path)) return
    pending.add(mount.path)
    try {
      const { bsize, blocks, bavail, files } = await ask(mount.path)
      if (blocks > 0) {
        const size = { total: blocks * bsize, used: Math.max(blocks - bavail, 0) * bsize, inodes: files }
        known.set(mount.path, { mount, ...size })
      } else known.delete(mount.path)
    } catch {
      known.delete(mount.path)
    } finally {
      pending.delete(mount.path)
    }
  }

  async function space(): Promise<Space> {
    const mounts = parseMountinfo(mountinfo.read() ?? '')
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs)
    })
    await Promise.race([Promise.all(mounts.map(measure)), patience])
    clearTimeout(timer)
    const mounted = new Set(mounts.map(({ path }) => path))
    for (const path of known.keys()) if (!mounted.has(path)) known.delete(path)
    return sumSpace([...known.values()])
  }

  return { space, sampler: { name: 'disk', sample: async () => ({ disk_used: (await space()).used }) } }
}
