import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  firewall: Type.Object({
    backend: Type.Union([Type.Literal('auto'), Type.Literal('nftables'), Type.Literal('ipset')], {
      default: 'auto',
      description: 'how addresses are blocked: `nftables`, `ipset` with iptables, or `auto`: the first that works',
    }),
    allow_list: Type.Array(Type.String(), {
      default: [],
      description: 'addresses and ranges that are never blocked on this host, whatever the server says',
    }),
  }),
})
