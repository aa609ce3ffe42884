import { Button, cn, fileNameOf, saveFile, toCsv, useHiddenLines, useServer, useT } from '@svc/dashboard-sdk'
import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { networkCsv } from './network-csv.ts'
import { QualityCharts } from './quality-charts.tsx'
import { QualityFigures } from './quality-figures.tsx'
import type { Shown } from './shown.ts'
import { TargetCards } from './target-cards.tsx'
import type { Known } from './use-tab.ts'
import { useTargetLines } from './use-target-lines.ts'

/** The figures, targets and charts of what is shown; a card of a target hides and shows its line. */
export function Quality(props: {
  serverId: string
  known: Known
  shown: Shown
  /** as the address writes it, or `live` */
  range: string
  waiting?: boolean
  onZoom?: (from: number, to: number) => void
  onZoomOut?: (() => void) | undefined
}): ReactNode {
  const { serverId, known, shown, range, waiting = false, onZoom, onZoomOut } = props
  const t = useT()
  const name = useServer(serverId)?.name ?? ''
  const { rounds } = shown
  const { assigned } = known
  const { probed, lines } = useTargetLines(known, rounds)
  const choice = useHiddenLines(
    lines.map(({ id }) => id),
    `network.${serverId}`,
  )
  const saveCsv = () => {
    const names = new Map(lines.map(({ id, label }) => [id, label]))
    const table = networkCsv(rounds, (id) => names.get(id) ?? id)
    saveFile(fileNameOf([name, 'network', range], 'csv'), 'text/csv;charset=utf-8', toCsv(table))
  }
  return (
    <>
      <Button onClick={saveCsv} disabled={rounds.size === 0}>
        <FileDown aria-hidden />
        {t('tab.csv')}
      </Button>
      <div
        aria-busy={waiting}
        className={cn('mt-2 grid min-w-0 basis-full grid-cols-[minmax(0,1fr)] gap-4', waiting && 'opacity-60')}
      >
        <QualityFigures serverId={serverId} shown={shown} targets={assigned.length} />
        <TargetCards probed={probed} lines={lines} shown={shown} choice={choice} known={known} />
        <QualityCharts
          serverId={serverId}
          file={[name, 'network', range]}
          shown={shown}
          lines={lines}
          hidden={choice.hidden}
          onZoom={onZoom}
          onZoomOut={onZoomOut}
        />
      </div>
    </>
  )
}
