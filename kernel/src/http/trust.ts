import ipaddr from 'ipaddr.js'
import type { KernelConfig } from '../config/kernel-config.ts'
import { splitListen } from './listen.ts'

const privateRanges: readonly string[] = ['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat', 'unspecified']

/** More than one host of a private network; a single address was chosen by the operator. */
function isPrivateNetwork(cidr: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(cidr)
  return bits < address.toByteArray().length * 8 && privateRanges.includes(address.range())
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

/** Whether other hosts can connect, and those of private networks may claim any client address. */
export const trustsPrivateNetworks = ({ listen, trusted_proxies }: KernelConfig['server']): boolean =>
  !isLoopback(splitListen(listen).host) && trusted_proxies.some(isPrivateNetwork)

export const trustWarning =
  'server.trusted_proxies contains private networks, and the server can be reached from other hosts: each host of these ' +
  'networks can claim any client address with X-Forwarded-For and so evade rate limits. Set it to the addresses of your ' +
  'reverse proxy, or to [] without one.'
