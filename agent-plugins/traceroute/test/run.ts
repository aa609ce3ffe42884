import type { TestNode } from '@svc/raw-socket/testing'
import { runTrace, type TraceRequest } from '../src/run.ts'

const never = new AbortController().signal
const quick = { roundMs: 50, answerMs: 400, spacingMs: 2 }
const ports = { icmp: 0, udp: 33_434, tcp: 80 } as const

/** Runs a trace on a node. Three rounds, in a hurry. */
export function traceFrom(
  node: TestNode,
  address: string | undefined,
  request: Partial<TraceRequest> = {},
  onRound: () => void = () => {},
) {
  const protocol = request.protocol ?? 'icmp'
  const whole = { protocol, flow: 'paris', port: ports[protocol], rounds: 3, maxHops: 30, timing: quick } as const
  return node.within(() => runTrace({ ...whole, address: address ?? '', ...request }, never, async () => onRound()))
}

interface MtrHop {
  readonly count: number
  readonly host: string
  readonly 'Loss%': number
  readonly Snt: number
  readonly Last: number
  readonly Avg: number
  readonly Best: number
  readonly Wrst: number
  readonly StDev: number
}

/** Runs mtr on a node. */
export function mtrFrom(node: TestNode, address: string | undefined, ...options: readonly string[]): readonly MtrHop[] {
  const { report } = JSON.parse(node.run('mtr', '--no-dns', '--json', ...options, address ?? ''))
  return report.hubs
}
