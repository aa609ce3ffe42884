import { useT } from '@svc/dashboard-sdk'
import type { NetworkTarget } from '@svc/plugin-probes/contract'
import { useMemo } from 'react'
import { targetName } from '../targets/target-names.ts'
import type { Rounds } from './round.ts'
import type { TabContext } from './use-tab.ts'

/** A target with a card: assigned, or with rounds. */
export interface Probed {
  readonly target: NetworkTarget
  readonly assigned: boolean
}

/** The assigned targets of a server, then formerly assigned ones with rounds in the range. */
export function probedOf(
  assigned: readonly NetworkTarget[],
  all: readonly NetworkTarget[],
  withRounds: Iterable<string>,
): readonly Probed[] {
  const assignedIds = new Set(assigned.map(({ id }) => id))
  const byId = new Map(all.map((target) => [target.id, target]))
  const former = [...withRounds].filter((id) => !assignedIds.has(id)).flatMap((id) => byId.get(id) ?? [])
  return [
    ...assigned.map((target) => ({ target, assigned: true })),
    ...former.map((target) => ({ target, assigned: false })),
  ]
}

/** The targets with lines, and their lines in the same order. Memoized by target. */
export function useTargetLines({ assigned, all }: Pick<TabContext, 'assigned' | 'all'>, rounds: Rounds) {
  const t = useT()
  const withRounds = useMemo(() => [...rounds.keys()].sort().join(), [rounds])
  const probed = useMemo(() => probedOf(assigned, all, withRounds.split(',')), [assigned, all, withRounds])
  const lines = useMemo(
    () => probed.map(({ target }, index) => ({ id: target.id, label: targetName(t, target), color: index + 1 })),
    [probed, t],
  )
  return { probed, lines }
}
