import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Sampler } from '@svc/agent-sdk'
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

/** The increase of a counter; 0 if it was reset. */
const increase = (before: number, now: number) => Math.max(now - before, 0)

export interface NetworkOptions {
  /** the counters of all interfaces; null if they cannot be read */
  readonly read: () => Map<string, Traffic> | null
  /** picks the interfaces that carry the host's traffic */
  readonly pick: (names: readonly string[]) => ReadonlySet<string>
  /** monotonic clock, in milliseconds */
  readonly now: () => number
}

/**
 * Traffic since the agent started, and its rate. Adds up the increase of each interface, so the total never shrinks when an
 * interface disappears and does not jump when one appears.
 */
export function makeNetwork({ read, pick, now }: NetworkOptions): Sampler {
  let before = new Map<string, Traffic>()
  let names = ''
  let picked: ReadonlySet<string> = new Set()
  let at = now()
  const total = { in: 0, out: 0 }

  /** Adds the traffic since the last call and returns it; null if the counters cannot be read. */
  function advance(): Traffic | null {
    const counters = read()
    if (!counters) return null
    const present = [...counters.keys()]
    if (present.join() !== names) {
      names = present.join()
      picked = pick(present)
    }
    const increases = { in: 0, out: 0 }
    for (const [name, traffic] of counters) {
      const last = before.get(name)
      if (!picked.has(name)) counters.delete(name)
      else if (last) {
        increases.in += increase(last.in, traffic.in)
        increases.out += increase(last.out, traffic.out)
      }
    }
    before = counters
    total.in += increases.in
    total.out += increases.out
    return increases
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
      // Traffic while disconnected counts for the total, not for the first rate.
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

/**
 * Interfaces whose traffic stays on the host or also passes a physical interface: loopback, bridges, veth pairs, tunnels.
 */
const virtual =
  /^(?:lo\d*|docker.*|veth.*|br-.*|virbr.*|vnet.*|lxc.*|lxd.*|cni.*|cali.*|flannel.*|cilium.*|kube.*|podman.*|tun.*|tap.*|wg.*|tailscale.*|zt.*|utun.*|dummy.*|ifb.*|sit\d+|gre.*|ip6tnl\d+|tunl\d+|ip_vti\d+|ip6_vti\d+)$/

export const isVirtualName = (name: string): boolean => virtual.test(name)

/**
 * Picks the interfaces that carry the host's traffic: the physical ones, so that bonds, VLANs and bridges do not count
 * bytes twice. In a container, which has none, all interfaces without a virtual name.
 */
export function pickInterfaces(names: readonly string[], sysNet: string): ReadonlySet<string> {
  const named = names.filter((name) => !isVirtualName(name))
  const real = named.filter((name) => existsSync(join(sysNet, name, 'device')))
  return new Set(real.length > 0 ? real : named)
}
