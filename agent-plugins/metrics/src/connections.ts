import type { Sampler } from '@svc/agent-sdk'
import type { KernelFile } from './kernel-file.ts'

/** A figure of a line such as `TCP: inuse 12 orphan 0 tw 3 alloc 14 mem 2`. */
function figure(text: string, protocol: string, name: string): number {
  const line = new RegExp(`^${protocol}: (.*)$`, 'm').exec(text)?.[1] ?? ''
  return Number(new RegExp(`(?:^| )${name} (\\d+)`).exec(line)?.[1] ?? 0)
}

/**
 * Socket counts from /proc/net/sockstat and sockstat6: for TCP every state, listening and time-wait included. The
 * kernel keeps these sums; reading the tables they sum up takes a thousand times longer on a busy host.
 */
export function parseSockstat(v4: string, v6: string): { tcp_conn: number; udp_conn: number } {
  return {
    // Sockets in time-wait are counted once for both families, in the first file.
    tcp_conn: figure(v4, 'TCP', 'inuse') + figure(v4, 'TCP', 'tw') + figure(v6, 'TCP6', 'inuse'),
    udp_conn: figure(v4, 'UDP', 'inuse') + figure(v6, 'UDP6', 'inuse'),
  }
}

export const makeConnections = (v4: KernelFile, v6: KernelFile): Sampler => ({
  name: 'connections',
  sample() {
    const text = v4.read()
    return text === null ? {} : parseSockstat(text, v6.read() ?? '')
  },
})
