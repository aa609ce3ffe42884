import {
  type AbsoluteRange,
  Button,
  Chart,
  type ChartGap,
  type ChartSeries,
  Notice,
  PageLink,
  Skeleton,
  type Unit,
  useT,
} from '@svc/dashboard-sdk'
import {
  FillHeight,
  OfflineNote,
  QueryError,
  type ShownServer,
  StaleQueryNote,
  selectName,
  useServerValue,
  WidgetHead,
} from '@svc/dashboard-sdk/widgets'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Gap } from '../../gaps.ts'
import type { ZoomHandlers } from './use-widget-history.ts'

/** The data of a chart. */
export interface Drawing {
  readonly span: AbsoluteRange
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly gapAfter: number
  readonly unit: Unit
  readonly gaps: readonly Gap[]
}

export interface HistoryChartProps {
  readonly label: string
  readonly drawing: Drawing | undefined
  readonly error: Error | undefined
  readonly onRetry: () => void
  readonly zooming: ZoomHandlers
}

/** A chart that fills the widget, or a placeholder with the reason. */
export function HistoryChart({ label, drawing, error, onRetry, zooming }: HistoryChartProps): ReactNode {
  const t = useT()
  const { onZoom, onZoomOut } = zooming
  const gaps = useMemo(
    () => drawing?.gaps.map(({ from, to, cause }): ChartGap => ({ from, to, label: t(`gap.${cause}`) })),
    [drawing?.gaps, t],
  )
  if (!drawing || !gaps) {
    return error ? <QueryError error={error} onRetry={onRetry} /> : <Skeleton className="min-h-0 flex-1" />
  }
  const { span, times, series, gapAfter, unit } = drawing
  if (times.length === 0) {
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        <Notice
          icon={ChartLine}
          title={t('history.empty')}
          detail={gaps[0] ? t('history.emptyBecause', { cause: gaps[0].label }) : t('history.emptyHint')}
          actions={
            onZoomOut && (
              <Button size="sm" onClick={onZoomOut}>
                {t('sdk:range.back')}
              </Button>
            )
          }
        />
      </div>
    )
  }
  return (
    <>
      {error && <StaleQueryNote error={error} onRetry={onRetry} />}
      <FillHeight>
        {(height) => (
          <Chart
            label={label}
            times={times}
            series={series}
            unit={unit}
            gapAfter={gapAfter}
            gaps={gaps}
            from={span.from}
            to={span.to}
            height={height}
            {...(onZoom ? { onZoom } : {})}
            {...(onZoomOut ? { onZoomOut } : {})}
          />
        )}
      </FillHeight>
    </>
  )
}

interface Props extends Omit<HistoryChartProps, 'label'> {
  readonly title: string
  readonly server: ShownServer
  readonly hours: number
  readonly isEditing: boolean
  readonly aside: ReactNode
}

/** Chart of one server's history with a header and an offline note. */
export function ServerHistory({ title, server, hours, isEditing, aside, ...chart }: Props): ReactNode {
  const { id, isOnline } = server
  const name = useServerValue(id, selectName) ?? ''
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHeader title={title} server={{ id, name, range: `${hours}h` }} isEditing={isEditing} aside={aside} />
      {!isOnline && <OfflineNote serverId={id} className="mb-1" />}
      <HistoryChart label={`${title}, ${name}`} {...chart} />
    </div>
  )
}

/** Widget header: title, server link, and details if there is room. */
export function WidgetHeader(props: {
  icon?: ReactNode
  title: string
  server?: { readonly id: string; readonly name: string; readonly range?: string } | undefined
  isEditing?: boolean
  aside?: ReactNode
}): ReactNode {
  const { icon, title, server, isEditing = false, aside } = props
  const link = server && (
    <PageLink
      page={serverPage}
      params={{ id: server.id }}
      search={{ tab: 'metrics', ...(server.range ? { range: server.range } : {}) }}
      className="underline-offset-2 hover:text-ink hover:underline"
    >
      {server.name}
    </PageLink>
  )
  return <WidgetHead icon={icon} title={title} of={isEditing ? server?.name : link} aside={aside} />
}
