import type { DependencyTargets } from '@svc/plugin-alerts/contract'
import type { Agents, Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, text, toSeconds } from '@svc/plugin-sdk'
import type { NumbersStore } from '../numbers-store.ts'
import { lossOf, type Round } from '../rounds/round.ts'
import type { Histories } from './history/histories.ts'
import type { TargetCatalog } from './target-catalog.ts'

/** A round may be this many intervals old, one of which passes while it is measured and sent. */
const maxIntervals = 2
const graceSeconds = 30

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly agents: Pick<Agents, 'isOnline'>
  readonly servers: Pick<Servers, 'get'>
  readonly numbers: Pick<NumbersStore, 'find'>
  readonly catalog: Pick<TargetCatalog, 'list' | 'pace' | 'serversOf'>
  readonly histories: Pick<Histories, 'get' | 'loaded'>
}

/** Lets alerts depend on targets. */
export function makeDependencyTargets(deps: Dependencies): DependencyTargets {
  const { clock, agents, servers, numbers, catalog, histories } = deps

  /** The newest rounds of a target. Servers that are offline do not count: they may be behind it. */
  function newestRounds(targetId: string): Round[] {
    const number = numbers.find(targetId)
    if (number === undefined) return []
    const earliest = toSeconds(clock.now()) - maxIntervals * catalog.pace().interval - graceSeconds
    return catalog.serversOf(targetId).flatMap((id) => {
      const server = agents.isOnline(id) ? servers.get(id) : undefined
      const last = server && histories.get(server.number)?.target(number)?.last
      return last && last.at >= earliest ? last : []
    })
  }

  return {
    kind: 'probe_target',
    name: text('probes.PROBE_TARGET'),
    /** Own targets first: they are parts of the own network. */
    list: () =>
      catalog
        .list()
        .toSorted((a, b) => Number(a.source !== null) - Number(b.source !== null))
        .map(({ id, name }) => ({ id, name })),
    /** Those of which most servers that probe them just lost every packet. */
    async unreachable(ids) {
      await histories.loaded()
      return ids.filter((id) => {
        const rounds = newestRounds(id)
        return rounds.filter((round) => lossOf(round) === 1).length * 2 > rounds.length
      })
    },
  }
}
