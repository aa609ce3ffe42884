import type { Snapshot } from '@svc/plugin-traceroute/contract'

/** An address at a hop; null stands for what does not answer. */
export interface GraphNode {
  readonly key: string
  /** 0 is the server that traces */
  readonly hop: number
  readonly ip: string | null
  /** from the top */
  readonly row: number
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  /** how many rounds took it; 0 if that is not known */
  readonly rounds: number
}

const keyOf = (hop: number, ip: string | null) => `${hop} ${ip ?? ''}`

/**
 * The hops as a graph: what follows what. Rounds whose packets took one path say so; of others it is only known what
 * answers at which hop.
 */
export function hopGraph({ hops, paths }: Pick<Snapshot, 'hops' | 'paths'>): {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
} {
  const columns = hops.map(({ ips = [] }): (string | null)[] => (ips.length > 0 ? [...ips] : [null]))
  const edges = new Map<string, GraphEdge>()
  const connect = (from: string, to: string, rounds: number) => {
    const key = `${from}→${to}`
    edges.set(key, { from, to, rounds: (edges.get(key)?.rounds ?? 0) + rounds })
  }
  const start = keyOf(0, null)
  for (const { ips, rounds } of paths) {
    let last = start
    for (const [i, column] of columns.entries()) {
      const ip = ips[i]
      if (ip === undefined) break
      // An answer that got lost is not another router: it stands for the only one there.
      const known = ip !== null && column.includes(ip) ? ip : column.length === 1 ? (column[0] ?? null) : undefined
      if (known === undefined) {
        last = ''
        continue
      }
      const here = keyOf(i + 1, known)
      if (last !== '') connect(last, here, rounds)
      last = here
    }
  }
  if (paths.length === 0) {
    for (const [i, column] of columns.entries()) {
      const before = i === 0 ? [start] : (columns[i - 1] ?? []).map((ip) => keyOf(i, ip))
      for (const from of before) for (const ip of column) connect(from, keyOf(i + 1, ip), 0)
    }
  }
  return {
    nodes: [
      { key: start, hop: 0, ip: null, row: 0 },
      ...columns.flatMap((column, i) => column.map((ip, row) => ({ key: keyOf(i + 1, ip), hop: i + 1, ip, row }))),
    ],
    edges: [...edges.values()],
  }
}
