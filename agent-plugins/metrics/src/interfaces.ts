import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Interfaces whose traffic is the host's own or passes a second time through a real one: loopback, bridges and veth
 * pairs of containers and virtual machines, tunnels, redirections.
 */
const virtual =
  /^(?:lo\d*|docker.*|veth.*|br-.*|virbr.*|vnet.*|lxc.*|lxd.*|cni.*|cali.*|flannel.*|cilium.*|kube.*|podman.*|tun.*|tap.*|wg.*|tailscale.*|zt.*|utun.*|dummy.*|ifb.*|sit\d+|gre.*|ip6tnl\d+|tunl\d+|ip_vti\d+|ip6_vti\d+)$/

export const isVirtualName = (name: string): boolean => virtual.test(name)

/**
 * Picks the interfaces that carry the host's traffic. Those with hardware behind them if there are any, so that neither
 * a bond nor a VLAN nor a bridge counts what its members count; in a container, where none has, all but those that
 * are virtual by their name.
 */
export function pickInterfaces(names: readonly string[], sysNet: string): ReadonlySet<string> {
  const named = names.filter((name) => !isVirtualName(name))
  const real = named.filter((name) => existsSync(join(sysNet, name, 'device')))
  return new Set(real.length > 0 ? real : named)
}
