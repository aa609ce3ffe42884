/** What a record may contain; bytes are written as they are. */
export type Value = string | number | bigint | Buffer | readonly Value[] | { readonly [key: string]: Value }

export interface MmdbOptions {
  /** database type */
  readonly type?: string
  readonly ipVersion?: 4 | 6
  /** epoch seconds */
  readonly builtAt?: number
}

const uint = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(16, '0'), 'hex')

const head = (type: number, size: number): Buffer => {
  if (size > 284) throw new Error('this writer knows short values only')
  const [length, more] = size < 29 ? [size, []] : [29, [size - 29]]
  return Buffer.from(type < 8 ? [(type << 5) | length, ...more] : [length, type - 7, ...more])
}

function encode(value: Value): Buffer {
  if (Buffer.isBuffer(value)) return value
  if (typeof value === 'string') return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number' && !Number.isInteger(value)) {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value)
    return Buffer.concat([head(3, 8), bytes])
  }
  if (typeof value === 'number') return Buffer.concat([head(6, 4), uint(BigInt(value)).subarray(4)])
  if (typeof value === 'bigint') return Buffer.concat([head(9, 8), uint(value)])
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value as Record<string, Value>)
  return Buffer.concat([head(7, entries.length), ...entries.flat().map((part) => encode(part as Value))])
}

/** The bits of a network such as `192.0.2.0/24` or `2001:db8::/32`. */
function bitsOf(network: string, ipVersion: 4 | 6): string {
  const [address = '', length = ''] = network.split('/')
  if (!address.includes(':')) {
    const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
    return `${ipVersion === 6 ? '0'.repeat(96) : ''}${bits.join('').slice(0, Number(length))}`
  }
  const [left = '', right = ''] = address.split('::').map((half) => half.split(':').filter(Boolean)) as unknown as [
    string[],
    string[],
  ]
  const groups = [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return groups
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('')
    .slice(0, Number(length))
}

/** A MaxMind DB file: a tree of 32-bit records over the bits of addresses, the values, and the metadata. */
export function writeMmdb(networks: Readonly<Record<string, Value>>, options: MmdbOptions = {}): Buffer {
  const { type = 'DBIP-Country-Lite', ipVersion = 6, builtAt = 1_790_000_000 } = options
  const nodes: (number | Buffer | undefined)[][] = [[undefined, undefined]]
  for (const [network, value] of Object.entries(networks)) {
    const bits = [...bitsOf(network, ipVersion)].map(Number)
    let at = 0
    for (const bit of bits.slice(0, -1)) {
      const node = nodes[at] as (number | undefined)[]
      node[bit] ??= nodes.push([undefined, undefined]) - 1
      at = node[bit] as number
    }
    ;(nodes[at] as unknown[])[bits.at(-1) as number] = encode(value)
  }
  const values: Buffer[] = []
  let size = 0
  const records = nodes.flat().map((side) => {
    if (!Buffer.isBuffer(side)) return side ?? nodes.length
    values.push(side)
    size += side.length
    return nodes.length + 16 + size - side.length
  })
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: BigInt(builtAt),
    database_type: type,
    description: { en: 'made by a test' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 32,
  })
  const tree = Buffer.concat(records.map((record) => uint(BigInt(record)).subarray(4)))
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
  return Buffer.concat([tree, Buffer.alloc(16), ...values, marker, metadata])
}

/**
 * A list of two lists of two lists...: each list holds the next one and a pointer to that same one. `at` says where it
 * starts, counted from where pointers count from.
 */
export function bomb(depth: number, at: number): Buffer {
  // four bytes each: an array of two, a pointer to the next level; that level itself follows
  const levels = Array.from({ length: depth }, (_, level) => {
    const next = at + 4 * (level + 1)
    return Buffer.concat([head(11, 2), Buffer.from([0x20 | (next >> 8), next & 0xff])])
  })
  return Buffer.concat([...levels, encode('x')])
}

export const country = (code: string): Value => ({ country: { iso_code: code, names: { en: `Country ${code}` } } })
export const city = (code: string, name: string): Value => ({
  country: { iso_code: code },
  city: { names: { de: 'anders', en: name } },
})

export const system = (number: number, organization: string): Value => ({
  autonomous_system_number: number,
  autonomous_system_organization: organization,
})

/** The networks of the tests; a downloaded file must contain `8.8.8.0/24`. */
export const world = {
  '8.8.8.0/24': country('US'),
  '198.51.100.0/24': country('DE'),
  '203.0.113.0/24': country('JP'),
  '2001:db8::/32': country('FR'),
}
