import { RequestError } from '@svc/agent-sdk'

/** What to do about a missing privilege. */
const hint =
  'run the agent as root or give it the capability CAP_NET_RAW, for example with AmbientCapabilities=CAP_NET_RAW'

/** What it would need elsewhere, too; the sockets are those of Linux. */
const elsewhere: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'traceroute needs raw sockets, on macOS as root; this agent has them on Linux only',
  win32: 'traceroute needs raw sockets, on Windows as Administrator; this agent has them on Linux only',
}

const reasons: Readonly<Record<string, string>> = {
  ENETUNREACH: 'the network is unreachable from this host',
  EHOSTUNREACH: 'this host has no route to the target',
  EADDRNOTAVAIL: 'this host has no address to send from',
  EAFNOSUPPORT: 'this host does not support this IP version',
  EMFILE: 'too many open files on this host',
}

/** What to say when no packet could be sent. A missing privilege comes with what to do about it. */
export function describeSocketError(error: unknown, platform: NodeJS.Platform = process.platform): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOTSUP') return new RequestError('unavailable', elsewhere[platform] ?? (error as Error).message)
  if (code === 'EPERM' && syscall === 'sendto') return new Error('a firewall on this host drops the packets')
  if (code === 'EPERM' || code === 'EACCES') {
    return new RequestError('unavailable', `raw sockets are not permitted on this host: ${hint}`)
  }
  const reason = reasons[code]
  return reason === undefined ? error : new Error(reason)
}
