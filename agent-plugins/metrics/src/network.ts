import type { Sampler } from '@svc/agent-sdk'
import { pickInterfaces } from './interfaces.ts'
import type { KernelFile } from './kernel-file.ts'

/** Bytes an interface carried since it exists. */
export interface Traffic {
  readonly in: number
  readonly out: number
}

/** /proc/net/dev by interface. Old kernels write no space after the colon. */
export function parseNetDev(text: string): Map<string, Traffic> {
  const interfaces = new Map<string, Traffic>()
  for (const line of text.split('\n')) {
    const match = /^\s*(\S+?):\s*(\d.*)$/.exec(line)
    if (!match?.[1] || !match[2]) continue
    const columns = match[2].trim().split(/\s+/).map(Number)
    const [received, sent] = [columns[0], columns[8]]
    if (Number.isFinite(received) && Number.isFinite(sent)) {
      interfaces.set(match[1], { in: received ?? 0, out: sent ?? 0 })
    }
  }
  return interfaces
}

/** What a counter gained. How much one that went down carried in between nobody knows: it only has a new start. */
const gain = (before: number, now: number) => Math.max(now - before, 0)

export interface NetworkOptions {
  /** the counters of every interface; null when they cannot be read */
  readonly read: () => Map<string, Traffic> | null
  /** which of these interfaces carry the host's traffic */
  readonly pick: (names: readonly string[]) => ReadonlySet<string>
  /** milliseconds of a clock that never jumps */
  readonly now: () => number
}

/**
 * Traffic since the agent started, and its speed. Differences are taken per interface, so the sum only ever grows: an
 * interface that goes away takes nothing with it, one that appears does not bring its past.
 */
export function makeNetwork({ read, pick, now }: NetworkOptions): Sampler {
  let before = new Map<string, Traffic>()
  let names = ''
  let picked: ReadonlySet<string> = new Set()
  let at = now()
  const total = { in: 0, out: 0 }

  /** Adds what came since the last call; returns how much that was, or null when nobody knows. */
  function advance(): Traffic | null {
    const counters = read()
    if (!counters) return null
    const present = [...counters.keys()]
    if (present.join() !== names) {
      names = present.join()
      picked = pick(present)
    }
    const gained = { in: 0, out: 0 }
    for (const [name, traffic] of counters) {
      const last = before.get(name)
      if (!picked.has(name)) counters.delete(name)
      else if (last) {
        gained.in += gain(last.in, traffic.in)
        gained.out += gain(last.out, traffic.out)
      }
    }
    before = counters
    total.in += gained.in
    total.out += gained.out
    return gained
  }

  advance()
  return {
    name: 'network',
    sample() {
      const gained = advance()
      if (!gained) return {}
      const time = now()
      const seconds = Math.max((time - at) / 1000, 1)
      at = time
      return {
        net_in_speed: Math.trunc(gained.in / seconds),
        net_out_speed: Math.trunc(gained.out / seconds),
        net_in_transfer: total.in,
        net_out_transfer: total.out,
      }
    },
    reset() {
      // What came while there was no connection belongs to the sum, not to the first speed.
      advance()
      at = now()
    },
  }
}

export const linuxNetwork = (dev: KernelFile, sysNet: string, now: () => number): Sampler =>
  makeNetwork({
    read() {
      const text = dev.read()
      return text === null ? null : parseNetDev(text)
    },
    pick: (names) => pickInterfaces(names, sysNet),
    now,
  })
