import type { Clock, Logger } from '@svc/plugin-sdk'
import { type Host, isOffline } from './fleet/hosts.ts'
import { simulateHost } from './fleet/simulated-host.ts'
import type { OwnServer } from './own-server.ts'

/** A host with its server record and the token of its agent. */
export interface EnrolledHost {
  readonly host: Host
  readonly serverId: string
  readonly token: string
}

interface Options {
  readonly server: Pick<OwnServer, 'socketUrl'>
  readonly clock: Clock
  readonly log: Logger
}

const reconnectMs = 5000
/** How long one that is away was there before. */
const farewellMs = 10_000

/** The agents of the simulated hosts, which connect to this server as real ones do. */
export function makeFleet({ server, clock, log }: Options) {
  let isStopped = false
  const closes = new Set<() => void>()

  function connect(enrolled: EnrolledHost): void {
    const { host, token } = enrolled
    if (isStopped) return
    const socket = new WebSocket(`${server.socketUrl}/api/agent/ws`, { headers: { authorization: `Bearer ${token}` } })
    const send = (message: object) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    }
    const agent = simulateHost(host, { send }, clock)
    const close = () => socket.close()
    closes.add(close)
    socket.addEventListener('message', ({ data }) => agent.receive(JSON.parse(String(data))))
    socket.addEventListener('close', () => {
      agent.close()
      closes.delete(close)
      if (!isOffline(host)) clock.after(reconnectMs, () => connect(enrolled))
    })
    if (isOffline(host)) clock.after(farewellMs, close)
    socket.addEventListener('error', () => log.debug(`the agent of ${host.name} lost its connection`))
  }

  return {
    connect,
    isStopped: () => isStopped,
    stop() {
      isStopped = true
      for (const close of closes) close()
    },
  }
}
