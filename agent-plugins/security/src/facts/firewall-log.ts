import type { Fact } from './fact.ts'
import { toPeer } from './peer.ts'

const packet = / SRC=(\S+) DST=\S+ .*\bPROTO=(TCP|UDP) .*\bDPT=(\d+)\b/
const blocked = /\b(?:block(?:ed)?|drop(?:ped)?|reject(?:ed)?|den(?:y|ied))\b/i

/** A packet that iptables or nftables logged, with any prefix: UFW, firewalld, or a rule of the administrator. */
export function parseFirewallLog(message: string): Extract<Fact, { kind: 'packet' }> | undefined {
  const match = packet.exec(message)
  if (!match) return undefined
  const [, address = '', protocol = '', port] = match
  // Further packets of a connection are no attempt.
  if (protocol === 'TCP' && !/ SYN /.test(message)) return undefined
  const peer = toPeer(address, port)
  const prefix = message.slice(0, match.index)
  return peer?.port
    ? { kind: 'packet', ip: peer.ip, port: peer.port, protocol, isBlocked: blocked.test(prefix) }
    : undefined
}
