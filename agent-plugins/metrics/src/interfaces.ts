import type { Sampler } from '@svc/agent-sdk'
import type { InterfaceRate } from '@svc/protocol'
import type { Traffic } from './network.ts'

/** Loopback, one end of a container or a virtual machine each, and tunnels that the kernel creates unasked. */
const unlisted =
  /^(?:lo\d*|veth.*|vnet.*|lxc.*|cali.*|cilium_.*|dummy.*|ifb.*|sit\d+|gre.*|erspan.*|ip6tnl0|tunl0|ip_vti0|ip6_vti0|ip6gre0)$/

/** A host with more has them made by software, and its list would be unreadable. */
const maxInterfaces = 32

/** Rates of each interface, bridges and tunnels included. The first sample of a connection and of an interface has none. */
export function makeInterfaces(read: () => ReadonlyMap<string, Traffic> | null, now: () => number): Sampler {
  let before: ReadonlyMap<string, Traffic> = new Map()
  let at = now()
  return {
    name: 'interfaces',
    sample() {
      const counters = read()
      if (!counters) return {}
      const time = now()
      const seconds = Math.max((time - at) / 1000, 1)
      const rate = (from: number, to: number) => Math.trunc(Math.max(to - from, 0) / seconds)
      const found: InterfaceRate[] = []
      for (const [name, traffic] of counters) {
        const last = before.get(name)
        if (!last || unlisted.test(name)) continue
        found.push({ name, in_speed: rate(last.in, traffic.in), out_speed: rate(last.out, traffic.out) })
      }
      before = counters
      at = time
      return { interfaces: found.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, maxInterfaces) }
    },
    reset() {
      before = new Map()
    },
  }
}
