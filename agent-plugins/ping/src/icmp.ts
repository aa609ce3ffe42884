import type { Logger } from '@svc/agent-sdk'
import { mayOpenEcho } from '@svc/raw-socket'
import { type Ping, type PingRequest, type PingRun, PingUnavailable } from './ping.ts'
import { preparePing } from './ping-program.ts'

const isMissingSocket = (error: unknown) =>
  ['EPERM', 'EACCES', 'ENOTSUP', 'EPROTONOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Sends echo requests through sockets, or through the `ping` program where the agent may not open one. What is possible is
 * found out each time: a privilege that is granted later is used without a restart.
 */
export function makePing(log: Logger, program: () => Ping | undefined = preparePing): Ping {
  let lastWay: string | undefined
  const note = (way: string, write: (message: string) => void) => {
    if (way !== lastWay) write(way)
    lastWay = way
  }

  async function bySocket(order: PingRequest, signal: AbortSignal): Promise<PingRun | undefined> {
    if (!mayOpenEcho()) return undefined
    const { pingBySocket } = await import('./ping-socket.ts')
    try {
      return await pingBySocket(order, signal)
    } catch (error) {
      if (isMissingSocket(error)) return undefined
      throw error
    }
  }

  return async (order, signal) => {
    signal.throwIfAborted()
    const run = await bySocket(order, signal)
    if (run) {
      note('ICMP probes use sockets', (message) => log.debug(message))
      return run
    }
    const ping = program()
    if (!ping) {
      const reason = 'ICMP needs the capability CAP_NET_RAW, or the ping program'
      note(reason, (message) => log.warn(message))
      throw new PingUnavailable(reason)
    }
    try {
      const result = await ping(order, signal)
      note('ICMP probes use the ping program', (message) => log.debug(message))
      return result
    } catch (error) {
      if (error instanceof PingUnavailable) note(error.message, (message) => log.warn(message))
      throw error
    }
  }
}
