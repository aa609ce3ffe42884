import { Button, cn, fileNameOf, saveFile, toCsv, useHiddenLines, useServer, useT } from '@svc/dashboard-sdk'
import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { networkCsv } from './network-csv.ts'
import { QualityCharts } from './quality-charts.tsx'
import { QualityStats } from './quality-stats.tsx'
import type { Shown } from './shown.ts'
import { TargetCards } from './target-cards.tsx'
import { useTargetLines } from './target-lines.ts'
import type { TabContext } from './use-tab.ts'

/** Statistics, targets and charts of a range; the card of a target toggles its line. */
export function Quality(props: {
  serverId: string
  context: TabContext
  shown: Shown
  /** in the format of the address, or `live` */
  range: string
  waiting?: boolean
  onZoom?: (from: number, to: number) => void
  onZoomOut?: (() => void) | undefined
}): ReactNode {
  const { serverId, context, shown, range, waiting = false, onZoom, onZoomOut } = props
  const t = useT()
  const name = useServer(serverId)?.name ?? ''
  const { rounds } = shown
  const { assigned } = context
  const { probed, lines } = useTargetLines(context, rounds)
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
        <QualityStats serverId={serverId} shown={shown} targets={assigned.length} />
        <TargetCards probed={probed} lines={lines} shown={shown} choice={choice} context={context} />
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
