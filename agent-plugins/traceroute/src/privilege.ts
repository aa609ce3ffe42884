import { RequestError } from '@svc/agent-sdk'

const hints: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux:
    'run the agent as root or give it the capability CAP_NET_RAW, for example with AmbientCapabilities=CAP_NET_RAW',
  darwin: 'run the agent as root',
  win32: 'run the agent as Administrator',
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
  if (code === 'ENOTSUP') return new RequestError('unavailable', (error as Error).message)
  if (code === 'EPERM' && syscall === 'sendto') return new Error('a firewall on this host drops the packets')
  if (code === 'EPERM' || code === 'EACCES') {
    return new RequestError(
      'unavailable',
      `raw sockets are not permitted on this host: ${hints[platform] ?? 'a privilege is missing'}`,
    )
  }
  const reason = reasons[code]
  return reason === undefined ? error : new Error(reason)
}
