import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { cn } from '../../cn.ts'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import { DrawnChart } from '../chart.tsx'
import { Dialog } from '../dialog.tsx'
import { toast } from '../toast.tsx'
import { CardMenu } from './card-menu.tsx'
import { type Line, linesOf } from './colors.ts'
import { DataDialog } from './data-dialog.tsx'
import { saveCsv, savePng } from './exports.ts'
import { useHiddenLines } from './hidden-lines.ts'
import { ChartLegend } from './legend.tsx'
import { LineStats } from './line-stats.tsx'
import type { ChartCardProps } from './props.ts'

/** A chart with title, legend and menu. See `ChartCard` in the package entry. */
export default function ChartCard(props: ChartCardProps): ReactNode {
  const [open, setOpen] = useState<'data' | 'full'>()
  const close = () => setOpen(undefined)
  return (
    <section className={cn('panel flex min-w-0 flex-col px-4 pt-3.5 pb-2', props.className)}>
      <CardBody chart={props} onData={() => setOpen('data')} onExpand={() => setOpen('full')} />
      {open === 'data' && <DataDialog chart={props} onClose={close} />}
      {open === 'full' && <FullSize chart={props} onClose={close} onData={() => setOpen('data')} />}
    </section>
  )
}

function FullSize(props: { chart: ChartCardProps; onClose: () => void; onData: () => void }) {
  const { chart, onClose, onData } = props
  const height = useFullHeight()
  return (
    <Dialog open onOpenChange={onClose} title={chart.label} width="full">
      <CardBody chart={{ ...chart, height }} onData={onData} />
    </Dialog>
  )
}

const noneHidden: ReadonlySet<string> = new Set()

function CardBody(props: { chart: ChartCardProps; onData: () => void; onExpand?: () => void }) {
  const { chart, onData, onExpand } = props
  const { label, series, unit, summary = 'stats', description, legend: legible = true } = chart
  const t = useT('sdk')
  const { locale } = useFormat()
  const body = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => linesOf(series), [series])
  const choice = useHiddenLines(
    lines.map(({ id }) => id),
    `chart.${label}`,
  )
  const picture = async () => {
    const shown = lines.filter(({ id }) => !hidden.has(id))
    if (!(await savePng(body.current, { ...chart, lines: shown, locale }))) toast.error(t('chart.pngFailed'))
  }
  const figures = (line: Line) => summary !== 'none' && <LineStats values={line.values} unit={unit} summary={summary} />
  const [only] = lines
  const hidden = legible ? choice.hidden : noneHidden
  const legend = !legible ? undefined : lines.length > 1 ? (
    <ChartLegend lines={lines} choice={choice} figures={figures} />
  ) : (
    only && summary !== 'none' && <p className="py-0.5 text-xs">{figures(only)}</p>
  )
  return (
    <div ref={body} className="flex flex-1 flex-col justify-between">
      <header className="mb-1.5">
        <div className="flex min-h-6 items-start gap-x-4">
          {onExpand || !legible ? (
            <h2 className="wrap-anywhere min-w-0 font-semibold text-sm leading-5">{label}</h2>
          ) : (
            legend
          )}
          <CardMenu
            label={label}
            onZoomOut={chart.onZoomOut}
            onCsv={() => saveCsv(chart)}
            onPicture={() => void picture()}
            onData={onData}
            onExpand={onExpand}
          />
        </div>
        {description && <p className="mb-0.5 text-muted text-xs">{description}</p>}
        {onExpand && legend}
      </header>
      <DrawnChart {...chart} hidden={hidden} />
    </div>
  )
}

/** CSS pixels of heading, legend and padding around an expanded chart */
const chromeHeight = 220
const minHeight = 180

function onResize(notify: () => void): () => void {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}

/** The height of an expanded chart. */
const useFullHeight = (): number =>
  useSyncExternalStore(onResize, () => Math.max(minHeight, Math.round(window.innerHeight * 0.94) - chromeHeight))
