// Without schemas, because pages import it too.

/** The capabilities of the protocol and their bits. Other features use the bits from 12 up; their manifest names them. */
export const capabilityBits = {
  terminal: 1 << 0,
  exec: 1 << 1,
  upgrade: 1 << 2,
  ping_icmp: 1 << 3,
  ping_tcp: 1 << 4,
  ping_http: 1 << 5,
  file: 1 << 6,
  docker: 1 << 7,
  security_events: 1 << 8,
  firewall_block: 1 << 9,
  ip_quality: 1 << 10,
  processes: 1 << 11,
} as const

/** Name of a capability of the protocol. */
export type ProtocolCapability = keyof typeof capabilityBits

/** Name of a capability, for example `terminal`. */
export type Capability = ProtocolCapability | (string & {})

/** The capabilities of the protocol, in ascending bit order. */
export const capabilities = Object.keys(capabilityBits) as ProtocolCapability[]

/** The capabilities of the protocol that are on unless the host denies them. The others are off unless it allows them. */
export const defaultCapabilities: readonly ProtocolCapability[] = [
  'upgrade',
  'ping_icmp',
  'ping_tcp',
  'ping_http',
  'security_events',
  'firewall_block',
  'ip_quality',
]

/** The mask of a set of capabilities of the protocol, for example 1852 for the default set. */
export const toMask = (names: Iterable<ProtocolCapability>): number => {
  let mask = 0
  for (const name of names) mask |= capabilityBits[name]
  return mask >>> 0
}

/** The capabilities of the protocol in a mask; other bits are ignored. */
export const fromMask = (mask: number): ProtocolCapability[] =>
  capabilities.filter((name) => (mask & capabilityBits[name]) !== 0)
