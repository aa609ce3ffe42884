import { networkInterfaces } from 'node:os'
import type { Link } from '@svc/agent-sdk'
import { IpChanged } from '@svc/protocol'
import { type Addresses, type Interface, listInterfaces, primaryAddresses } from './addresses.ts'

const checkEveryMs = 300_000

export interface AddressWatch {
  /** the current addresses; the caller reports them to the server */
  read(): Addresses
  /** Checks every 5 minutes while connected and reports changes. */
  watch(link: Link): void
}

export function makeAddressWatch(
  scan: () => Interface[] = () => listInterfaces(networkInterfaces()),
  everyMs: number = checkEveryMs,
): AddressWatch {
  let lastReported: Addresses | undefined
  return {
    read() {
      lastReported = primaryAddresses(scan())
      return lastReported
    },
    watch(link) {
      const timer = setInterval(() => {
        const interfaces = scan()
        const now = primaryAddresses(interfaces)
        if (now.ipv4 === lastReported?.ipv4 && now.ipv6 === lastReported?.ipv6) return
        lastReported = now
        link.send(IpChanged, { ...now, interfaces })
      }, everyMs)
      link.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    },
  }
}
