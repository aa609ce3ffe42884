import { runProgram } from '../run-program.ts'
import { type Element, isSameSet, type PacketFilter } from './packet-filter.ts'

const chain = 'SVC_BLOCK'
const families = [
  { family: 4, name: 'inet', set: 'svc_block_v4', iptables: 'iptables' },
  { family: 6, name: 'inet6', set: 'svc_block_v6', iptables: 'ip6tables' },
] as const

const next = (set: string) => `${set}_next`
const run = (program: string, ...args: readonly string[]) => runProgram(program, ['-w', '5', ...args])

/** Fills a set of its own, which then takes the place of the one in use. */
const sets = (elements: readonly Element[]) =>
  families.flatMap(({ family, name, set }) => [
    `create ${set} hash:net family ${name} maxelem 65536 timeout 0`,
    `create ${next(set)} hash:net family ${name} maxelem 65536 timeout 0`,
    `flush ${next(set)}`,
    ...elements
      .filter(({ network }) => network.family === family)
      .map(({ network, seconds }) => `add ${next(set)} ${network.cidr} timeout ${seconds}`),
    `swap ${set} ${next(set)}`,
    `destroy ${next(set)}`,
  ])

const rules = (set: string) =>
  [`-A ${chain} -i lo -j RETURN`, `-A ${chain} -m set --match-set ${set} src -j DROP`].join('\n')
/** In one step. The first line empties the chain. */
const restored = (set: string) => `*filter\n:${chain} - [0:0]\n${rules(set)}\nCOMMIT\n`
/** As iptables lists them. */
const ownRules = (set: string) => `-N ${chain}\n${rules(set)}`

async function remove() {
  for (const { set, iptables } of families) {
    // The jump may have been added twice, for example by restored rules.
    while (await isDone(run(iptables, '-D', 'INPUT', '-j', chain))) {}
    await isDone(run(iptables, '-F', chain))
    await isDone(run(iptables, '-X', chain))
    await isDone(runProgram('ipset', ['destroy', set]))
    await isDone(runProgram('ipset', ['destroy', next(set)]))
  }
}

const isDone = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

async function replace(elements: readonly Element[]) {
  await runProgram('ipset', ['-exist', 'restore'], `${sets(elements).join('\n')}\n`)
  for (const { set, iptables } of families) {
    await runProgram(`${iptables}-restore`, ['-w', '5', '--noflush'], restored(set))
    if (!(await isDone(run(iptables, '-C', 'INPUT', '-j', chain)))) await run(iptables, '-I', 'INPUT', '1', '-j', chain)
  }
}

/** The chain `SVC_BLOCK` of iptables, and sets of ipset. */
export const ipset: PacketFilter = {
  name: 'ipset',
  async probe() {
    // A set that another version has left may have other options.
    await remove()
    try {
      await replace([])
    } finally {
      await remove()
    }
  },
  replace,
  async hasOnly(elements) {
    const checks = families.map(async ({ family, set, iptables }) => {
      const [saved, own, input] = await Promise.all([
        runProgram('ipset', ['save', set]),
        run(iptables, '-S', chain),
        run(iptables, '-S', 'INPUT'),
      ])
      const ranges = [...saved.matchAll(/^add \S+ (\S+)/gm)].map(([, range = '']) => range)
      return (
        own.trim() === ownRules(set) &&
        input.split('\n').filter((line) => line.endsWith(`-j ${chain}`)).length === 1 &&
        isSameSet(
          elements.filter(({ network }) => network.family === family),
          ranges,
        )
      )
    })
    return (await Promise.all(checks)).every(Boolean)
  },
  remove,
}
