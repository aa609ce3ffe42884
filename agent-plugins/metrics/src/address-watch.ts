import { networkInterfaces } from 'node:os'
import type { Link } from '@svc/agent-sdk'
import { IpChanged } from '@svc/protocol'
import { type Addresses, type Interface, listInterfaces, primaryAddresses } from './addresses.ts'

const checkEveryMs = 300_000

export interface AddressWatch {
  /** the addresses now; what is read here counts as told to the server */
  read(): Addresses
  /** Looks again every 5 minutes while connected and tells a change. */
  watch(link: Link): void
}

export function makeAddressWatch(
  scan: () => Interface[] = () => listInterfaces(networkInterfaces()),
  everyMs: number = checkEveryMs,
): AddressWatch {
  let told: Addresses | undefined
  return {
    read() {
      told = primaryAddresses(scan())
      return told
    },
    watch(link) {
      const timer = setInterval(() => {
        const interfaces = scan()
        const now = primaryAddresses(interfaces)
        if (now.ipv4 === told?.ipv4 && now.ipv6 === told?.ipv6) return
        told = now
        link.send(IpChanged, { ...now, interfaces })
      }, everyMs)
      link.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    },
  }
}
