import { useT } from '@svc/dashboard-sdk'
import { useMemo } from 'react'
import { targetName } from '../targets/target-names.ts'
import { probedOf } from './probed.ts'
import type { Rounds } from './round.ts'
import type { Known } from './use-tab.ts'

/** The targets that have a line, and the lines in the same order. They stay the same while the targets do. */
export function useTargetLines({ assigned, all }: Pick<Known, 'assigned' | 'all'>, rounds: Rounds) {
  const t = useT()
  const measured = useMemo(() => [...rounds.keys()].sort().join(), [rounds])
  const probed = useMemo(() => probedOf(assigned, all, measured.split(',')), [assigned, all, measured])
  const lines = useMemo(
    () => probed.map(({ target }, index) => ({ id: target.id, label: targetName(t, target), color: index + 1 })),
    [probed, t],
  )
  return { probed, lines }
}
