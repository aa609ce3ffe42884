/** Capabilities and their bits. The agent decides what is on; the server only mirrors its mask. */
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

/** Name of a capability, for example `terminal`. */
export type Capability = keyof typeof capabilityBits

/** All capability names, in ascending bit order. */
export const capabilities = Object.keys(capabilityBits) as Capability[]

/** Capabilities that are on unless the host denies them. All others are off unless the host allows them. */
export const defaultCapabilities: readonly Capability[] = [
  'upgrade',
  'ping_icmp',
  'ping_tcp',
  'ping_http',
  'security_events',
  'firewall_block',
  'ip_quality',
  'processes',
]

/** All defined bits: 4095. */
export const validMask = capabilities.reduce((mask, key) => mask | capabilityBits[key], 0)

/** Whether a string is the name of a capability. */
export const isCapability = (name: string): name is Capability => Object.hasOwn(capabilityBits, name)

/** The mask of a set of capabilities, for example 3900 for the default set. */
export const toMask = (keys: Iterable<Capability>): number => {
  let mask = 0
  for (const key of keys) mask |= capabilityBits[key]
  return mask >>> 0
}

/** The capabilities in a mask; unknown bits are ignored. */
export const fromMask = (mask: number): Capability[] => capabilities.filter((key) => (mask & capabilityBits[key]) !== 0)
