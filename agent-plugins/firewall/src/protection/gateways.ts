import { readFile } from 'node:fs/promises'
import { bytesToIpv6, wordsToAddress } from './kernel-address.ts'

const rows = (text: string) => text.split('\n').map((line) => line.trim().split(/\s+/))

/** Next hops of all routes of this host. */
export async function readGateways(proc = '/proc'): Promise<string[]> {
  const [v4, v6] = await Promise.all(
    ['route', 'ipv6_route'].map((name) => readFile(`${proc}/net/${name}`, 'utf8').catch(() => '')),
  )
  const hops4 = rows(v4 ?? '').flatMap(([, , gateway = '']) =>
    /^[0-9A-F]{8}$/i.test(gateway) && !/^0+$/.test(gateway) ? [wordsToAddress(gateway)] : [],
  )
  const hops6 = rows(v6 ?? '').flatMap(([, , , , gateway = '']) =>
    /^[0-9a-f]{32}$/i.test(gateway) && !/^0+$/.test(gateway)
      ? [bytesToIpv6((gateway.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))]
      : [],
  )
  return [...new Set([...hops4, ...hops6])]
}
