import { existsSync } from 'node:fs'
import { join } from 'node:path'

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
