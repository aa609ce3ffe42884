import { systemInfo } from './driven-agent.ts'
import { claim, newRunToken } from './enrol.ts'
import { connectAgent, type Peer } from './peer.ts'

const gib = 2 ** 30
const rest = {
  ...{ cpu: 4, mem_used: 2 * gib, swap_used: 0, disk_used: 40 * gib, net_in_speed: 1e5, net_out_speed: 5e4 },
  ...{ net_in_transfer: 1e9, net_out_transfer: 1e8, load1: 0.3, load5: 0.3, load15: 0.3, tcp_conn: 9, udp_conn: 3 },
  ...{ process_count: 90, uptime: 5000, disk_io: null, temperature: null, gpu: null },
}

/** The values it reports every second. */
export type Figures = Partial<typeof rest> & Readonly<Record<string, unknown>>

/**
 * Claims a code and reports every second until closed; `next` overrides the values of an idle host, `info` members of its
 * `SystemInfo`.
 */
export async function simulateAgent(url: string, code: string, next?: () => Figures, info?: object): Promise<Peer> {
  const token = newRunToken()
  await claim(url, code, token)
  return runAgent(url, token, next, info)
}

/** The same for an agent that already has its token, for example to reconnect. */
export async function runAgent(
  url: string,
  token: string,
  next: () => Figures = () => ({}),
  info?: object,
): Promise<Peer> {
  const peer = await connectAgent(url, token)
  peer.send(systemInfo(info))
  await peer.frame('ack')
  const report = () => {
    if (peer.isOpen()) peer.send({ type: 'report', ...rest, ...next() })
  }
  report()
  const timer = setInterval(report, 1000)
  const close = () => {
    clearInterval(timer)
    peer.close()
  }
  return { ...peer, close }
}
