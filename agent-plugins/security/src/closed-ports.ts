import { readFile } from 'node:fs/promises'
import type { SourceState } from '@svc/plugin-security/wire'
import type { PortAttempt } from './detect/port-scan.ts'
import { runProgram } from './run-program.ts'

const retryMs = 60_000
const table = 'inet svc_scan'
const sets = ['v4', 'v6'] as const

/**
 * The kernel remembers who sent the first packet of a connection to a port that is not in use, for a minute. A flood from
 * invented addresses fills its sets and is then ignored.
 */
const rules = `
table ${table}
delete table ${table}
table ${table} {
  set open { type inet_service; }
  set v4 { type ipv4_addr . inet_service; flags dynamic, timeout; timeout 60s; size 8192; }
  set v6 { type ipv6_addr . inet_service; flags dynamic, timeout; timeout 60s; size 8192; }
  chain input {
    type filter hook input priority -20; policy accept;
    iifname "lo" return
    tcp flags & (fin | syn | rst | ack) != syn return
    tcp dport @open return
    meta nfproto ipv4 add @v4 { ip saddr . tcp dport }
    meta nfproto ipv6 add @v6 { ip6 saddr . tcp dport }
  }
}
`

const listening = '0A'

/** The TCP ports that programs listen on, of `/proc/net/tcp`. */
const openPorts = (tables: readonly string[]): number[] => {
  const ports = tables.flatMap((text) =>
    text.split('\n').flatMap((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/)
      return state === listening ? [Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)] : []
    }),
  )
  return [...new Set(ports)].sort((a, b) => a - b)
}

interface Element {
  readonly elem?: { readonly val?: { readonly concat?: readonly unknown[] } }
}

/** The address and port of each element of a set, as `nft --json` lists them. */
function elementsOf(json: string): { readonly ip: string; readonly port: number }[] {
  const { nftables = [] }: { nftables?: readonly { readonly set?: { readonly elem?: readonly Element[] } }[] } =
    JSON.parse(json)
  return nftables.flatMap(({ set }) =>
    (set?.elem ?? []).flatMap(({ elem }) => {
      const [ip, port] = elem?.val?.concat ?? []
      return typeof ip === 'string' && typeof port === 'number' ? [{ ip, port }] : []
    }),
  )
}

interface Options {
  onAttempt(attempt: PortAttempt): void
  onState(state: SourceState['state']): void
  /** default 5000 */
  readonly pollMs?: number
}

/** Counts attempts to reach closed ports with nftables, in a table of its own, until it is closed. */
export function watchClosedPorts({ onAttempt, onState, pollMs = 5000 }: Options) {
  let open = ''
  let known = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let hasTable = false

  async function updateOpenPorts(): Promise<void> {
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
    )
    const ports = openPorts(tables).join(', ')
    if (ports === open) return
    const added = ports === '' ? '' : `add element ${table} open { ${ports} }\n`
    await runProgram('nft', ['-f', '-'], `flush set ${table} open\n${added}`)
    open = ports
  }

  async function read(): Promise<void> {
    const at = Math.floor(Date.now() / 1000)
    const lists = await Promise.all(
      sets.map((name) => runProgram('nft', ['--json', 'list', 'set', ...table.split(' '), name])),
    )
    const found = lists.flatMap(elementsOf)
    for (const { ip, port } of found) {
      if (!known.has(`${ip} ${port}`)) onAttempt({ ip, port, at, isBlocked: false })
    }
    known = new Set(found.map(({ ip, port }) => `${ip} ${port}`))
  }

  async function poll(): Promise<void> {
    let delayMs = pollMs
    try {
      if (!hasTable) {
        open = ''
        await runProgram('nft', ['-f', '-'], rules)
        hasTable = true
      }
      await updateOpenPorts()
      await read()
      onState('reading')
    } catch (error) {
      // Something may have removed the table; where it cannot be made, it need not be tried all the time.
      if (!hasTable) delayMs = retryMs
      hasTable = false
      const { code, message } = error as NodeJS.ErrnoException
      onState(code === 'ENOENT' ? 'missing' : /not permitted|denied/i.test(message) ? 'denied' : 'failed')
    }
    if (!isClosed) timer = setTimeout(poll, delayMs)
  }

  const first = poll()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await first
      if (hasTable) await runProgram('nft', ['delete', 'table', ...table.split(' ')]).catch(() => {})
    },
  }
}
