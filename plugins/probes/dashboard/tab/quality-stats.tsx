import { Stat, StatPanels, useFormat, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo, useState } from 'react'
import { AnomaliesDialog, maxAnomalies, useAnomalies } from './anomalies-dialog.tsx'
import type { Shown } from './shown.ts'
import { statsOfAll } from './stats.ts'

/** Average latency, availability, targets and anomalies of the range. */
export function QualityStats(props: { serverId: string; shown: Shown; targets: number }): ReactNode {
  const { serverId, shown, targets } = props
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const { mean, loss } = useMemo(() => statsOfAll(shown.rounds), [shown.rounds])
  const anomalies = useAnomalies(serverId, shown.span)
  const count = anomalies.data?.length
  return (
    <div className="[&>dl]:mb-0">
      <StatPanels label={t('figure.label')}>
        <Stat label={t('figure.latency')}>{mean === null ? '–' : format.ms(mean)}</Stat>
        <Stat label={t('figure.availability')}>{loss === null ? '–' : format.percent((1 - loss) * 100, 2)}</Stat>
        <Stat label={t('figure.targets')}>{format.number(targets)}</Stat>
        <Stat label={t('figure.anomalies')} hint={t(shown.span ? 'figure.inRange' : 'figure.inDay')}>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="rounded-xs underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-accent"
          >
            {count === undefined ? '–' : `${format.number(count)}${count >= maxAnomalies ? '+' : ''}`}
            <span className="sr-only"> {t('figure.list')}</span>
          </button>
        </Stat>
      </StatPanels>
      {open && <AnomaliesDialog anomalies={anomalies} isDay={!shown.span} onClose={() => setOpen(false)} />}
    </div>
  )
}
