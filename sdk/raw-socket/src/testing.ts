import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LinkOptions } from './testing/link-process.ts'
import { withinNetwork } from './testing/namespace.ts'

export { dropRawSockets, withoutRawSockets } from './testing/privileges.ts'

/** A host or router of a test network. */
export interface TestNode {
  /** of the network namespace */
  readonly namespace: string
  /** its addresses, one per link, in the order of the links */
  readonly ipv4: readonly string[]
  readonly ipv6: readonly string[]
  /** Runs a program there and returns what it prints. */
  run(program: string, ...args: readonly string[]): string
  /** Runs a function whose sockets belong to this node. One at a time. */
  within<T>(work: () => Promise<T>): Promise<T>
}

const settings = [
  'net.ipv4.ip_forward=1',
  'net.ipv6.conf.all.forwarding=1',
  'net.ipv4.conf.all.rp_filter=0',
  'net.ipv4.conf.default.rp_filter=0',
  'net.ipv6.conf.default.accept_dad=0',
  // by ports, too
  'net.ipv4.fib_multipath_hash_policy=1',
  'net.ipv6.fib_multipath_hash_policy=1',
  'net.ipv4.icmp_ratelimit=0',
  'net.ipv6.icmp.ratelimit=0',
]

export interface TestNetwork<Names extends string> {
  readonly nodes: Readonly<Record<Names, TestNode>>
  remove(): Promise<void>
}

/** Two nodes, and what their link does besides carrying packets. */
type TestLink<Names> = readonly [from: Names, to: Names, options?: LinkOptions]

/** A process that carries the packets of a link. */
async function startLink(namespaces: readonly string[], device: string, options: LinkOptions): Promise<ChildProcess> {
  const ends = namespaces.map((namespace) => ({ namespace, device }))
  const script = fileURLToPath(new URL('testing/link-process.ts', import.meta.url))
  const process_ = spawn(process.execPath, [script, JSON.stringify({ ...options, ends })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(process_.stdout, 'data')
  return process_
}

/**
 * Hosts and routers in network namespaces of this machine, connected by virtual cables, with all shortest routes between
 * them: equal ones share the traffic. Needs root.
 */
export async function createTestNetwork<const Names extends string>(
  names: readonly Names[],
  links: readonly TestLink<Names>[],
): Promise<TestNetwork<Names>> {
  const prefix = `svct-${randomBytes(4).toString('hex')}`
  const namespaceOf = (name: Names) => `${prefix}-${name}`
  const ip = (commands: readonly string[]) =>
    execFileSync('ip', ['-batch', '-'], { input: `${commands.join('\n')}\n`, stdio: ['pipe', 'pipe', 'pipe'] })

  /** A subnet per link; its ends are 1 and 2. */
  const addressOf = (version: 4 | 6, link: number, end: number) =>
    version === 4 ? `10.77.${link + 1}.${end}` : `fd77:${link + 1}::${end}`
  const endsOf = (name: Names) =>
    links.flatMap(([a, b], link) => {
      if (name !== a && name !== b) return []
      return [name === a ? { link, end: 1, peer: b } : { link, end: 2, peer: a }]
    })

  /** Steps from every node to the nearest end of a link. */
  function distances(link: number): Map<Names, number> {
    const ends = links[link]
    const found = new Map<Names, number>(
      ends && [
        [ends[0], 0],
        [ends[1], 0],
      ],
    )
    for (const [name, steps] of found) {
      for (const { peer } of endsOf(name)) if (!found.has(peer)) found.set(peer, steps + 1)
    }
    return found
  }

  function routes(name: Names): string[] {
    return links.flatMap((_, link) => {
      const steps = distances(link)
      const own = steps.get(name) ?? 0
      if (own === 0) return []
      const next = endsOf(name).filter(({ peer }) => steps.get(peer) === own - 1)
      return ([4, 6] as const).map((version) => {
        const via = next.map((hop) => `nexthop via ${addressOf(version, hop.link, 3 - hop.end)}`)
        return `route add ${addressOf(version, link, 0)}/${version === 4 ? 24 : 64} ${via.join(' ')}`
      })
    })
  }

  const processes: ChildProcess[] = []
  const remove = async () => {
    for (const carrier of processes) {
      carrier.kill()
      if (carrier.exitCode === null && carrier.signalCode === null) await once(carrier, 'exit')
    }
    ip(names.map((name) => `netns del ${namespaceOf(name)}`))
  }
  ip(names.map((name) => `netns add ${namespaceOf(name)}`))
  try {
    for (const name of names) {
      execFileSync('ip', ['netns', 'exec', namespaceOf(name), 'sysctl', '-q', '-w', ...settings], { stdio: 'pipe' })
    }
    for (const [i, [a, b, options]] of links.entries()) {
      const [from, to] = [namespaceOf(a), namespaceOf(b)]
      if (!options) ip([`link add e${i} netns ${from} type veth peer name e${i} netns ${to}`])
      else for (const end of [from, to]) execFileSync('ip', ['-n', end, 'tuntap', 'add', 'dev', `e${i}`, 'mode', 'tun'])
    }
    for (const name of names) {
      const commands = [
        'link set lo up',
        ...endsOf(name).flatMap(({ link, end }) => [
          `address add ${addressOf(4, link, end)}/24 dev e${link}`,
          `address add ${addressOf(6, link, end)}/64 dev e${link} nodad`,
          `link set e${link} up`,
        ]),
      ]
      execFileSync('ip', ['-n', namespaceOf(name), '-batch', '-'], { input: commands.join('\n'), stdio: 'pipe' })
    }
    for (const name of names) {
      execFileSync('ip', ['-n', namespaceOf(name), '-batch', '-'], { input: routes(name).join('\n'), stdio: 'pipe' })
    }
    for (const [i, [a, b, options]] of links.entries()) {
      if (!options) continue
      processes.push(await startLink([namespaceOf(a), namespaceOf(b)], `e${i}`, options))
      // The kernel drops the first packets, until it has noticed that the link is up.
      const until = ['-c', '1', '-i', '0.05', '-w', '20', addressOf(4, i, 2)]
      execFileSync('ip', ['netns', 'exec', namespaceOf(a), 'ping', '-q', ...until], { stdio: 'pipe' })
    }
  } catch (error) {
    await remove()
    throw error
  }

  const nodes = Object.fromEntries(
    names.map((name): [Names, TestNode] => {
      const namespace = namespaceOf(name)
      const ends = endsOf(name)
      return [
        name,
        {
          namespace,
          ipv4: ends.map(({ link, end }) => addressOf(4, link, end)),
          ipv6: ends.map(({ link, end }) => addressOf(6, link, end)),
          run: (program, ...args) =>
            execFileSync('ip', ['netns', 'exec', namespace, program, ...args], { encoding: 'utf8', stdio: 'pipe' }),
          within: (work) => withinNetwork(namespace, work),
        },
      ]
    }),
  ) as Record<Names, TestNode>
  return { nodes, remove }
}
