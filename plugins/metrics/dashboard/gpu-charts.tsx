import {
  type AbsoluteRange,
  Button,
  DropdownMenu,
  ErrorState,
  MenuCheck,
  Skeleton,
  toIsoTime,
  useApi,
  useT,
} from '@svc/dashboard-sdk'
import { gpuColumns } from '@svc/plugin-metrics/gpu-columns'
import { plainText } from '@svc/protocol'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { buildGpuFrame, busiest, type GpuRecord, gpuCharts } from './device-model.ts'
import { ChartGrid, type Drawing, type FileParts, LazyRender, MetricChart } from './metric-chart.tsx'

const day = 86_400
/** The API returns at most this much, and only by the minute. */
const maxRangeSeconds = 31 * day
/** The number of distinct line colors. */
const maxDevices = 6
const gapAfter = 150
const maxNameLength = 160

interface Props {
  readonly serverId: string
  readonly span: AbsoluteRange
  readonly file: FileParts
  readonly drawing: Drawing
}

/** Memory, usage and temperature of each GPU. Loaded when scrolled near: there is one record per device and minute. */
export function GpuCharts(props: Props): ReactNode {
  const t = useT()
  const { from, to } = props.span
  return (
    <section aria-label={t('devices.gpus')} className="mt-6">
      {to - from > maxRangeSeconds ? (
        <>
          <h2 className="mb-3 font-semibold">{t('devices.gpus')}</h2>
          <p className="panel px-4 py-3 text-muted text-sm">
            {t('devices.gpuTooLong', { days: maxRangeSeconds / day })}
          </p>
        </>
      ) : (
        <LazyRender pending={<ChartSkeletons />}>
          <Devices {...props} />
        </LazyRender>
      )}
    </section>
  )
}

function Devices({ serverId, span, file, drawing }: Props) {
  const t = useT()
  const answer = useApi<readonly GpuRecord[]>(`/api/servers/${encodeURIComponent(serverId)}/gpu-records`, {
    search: { from: toIsoTime(span.from), to: toIsoTime(span.to) },
    keepPrevious: true,
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const { times, devices } = useMemo(() => buildGpuFrame(answer.data ?? [], gpuColumns), [answer.data])
  const shown = useMemo(
    () => (chosen ? devices.filter(({ id }) => chosen.has(id)) : busiest(devices, maxDevices)),
    [devices, chosen],
  )
  const charts = useMemo(() => gpuCharts(shown, gpuColumns), [shown])
  const gpuDrawing = useMemo(() => ({ ...drawing, times, gapAfter }), [drawing, times])
  const choose = (id: string, on: boolean) => {
    const rest = shown.map((device) => device.id).filter((other) => other !== id)
    setChosen(new Set(on ? [...rest, id] : rest))
  }
  return (
    <>
      <header className="mb-3 flex min-h-8.5 flex-wrap items-center gap-3">
        <h2 className="font-semibold">{t('devices.gpus')}</h2>
        {devices.length > 1 && (
          <DropdownMenu
            align="start"
            className="max-h-80 max-w-80 overflow-y-auto"
            trigger={
              <Button size="sm">
                {t('devices.gpusShown', { shown: shown.length, count: devices.length })}
                <ChevronDown aria-hidden />
              </Button>
            }
          >
            {devices.map(({ id, index, name }) => {
              const checked = shown.some((device) => device.id === id)
              return (
                <MenuCheck key={id} checked={checked} onChange={(on) => choose(id, on)}>
                  {index}: {plainText(name, maxNameLength)}
                </MenuCheck>
              )
            })}
          </DropdownMenu>
        )}
        {shown.length > maxDevices && <p className="text-muted text-sm">{t('devices.coloursRepeat')}</p>}
      </header>
      {answer.error ? (
        <div className="panel">
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      ) : !answer.data ? (
        <ChartSkeletons />
      ) : devices.length === 0 ? (
        <p className="panel px-4 py-3 text-muted text-sm">{t('devices.gpuNone')}</p>
      ) : (
        <ChartGrid>
          {charts.map((model) => (
            <MetricChart key={model.id} model={model} file={file} drawing={gpuDrawing} />
          ))}
        </ChartGrid>
      )}
    </>
  )
}

const ChartSkeletons = () => (
  <ChartGrid>
    {['a', 'b', 'c'].map((key) => (
      <Skeleton key={key} className="h-66 rounded-lg" />
    ))}
  </ChartGrid>
)
