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
import { ChartGrid } from './chart-grid.tsx'
import { busiest, type GpuRecord, gpuCharts, gpuFrameOf } from './device-model.ts'
import { Near } from './lazy-render.tsx'
import { type Drawing, type FileParts, ModelCard } from './metric-chart.tsx'

const day = 86_400
/** GPU records are given for no more at once, and only minute by minute. */
const longest = 31 * day
/** As many as there are colours to tell lines apart. */
const most = 6
const gapAfter = 150
const longestName = 160

interface Props {
  readonly serverId: string
  readonly span: AbsoluteRange
  readonly file: FileParts
  readonly drawing: Drawing
}

/** Memory, load and temperature of each GPU. Read when one comes near: these are records per device and minute. */
export function GpuCharts(props: Props): ReactNode {
  const t = useT()
  const { from, to } = props.span
  return (
    <section aria-label={t('devices.gpus')} className="mt-6">
      {to - from > longest ? (
        <>
          <h2 className="mb-3 font-semibold">{t('devices.gpus')}</h2>
          <p className="panel px-4 py-3 text-muted text-sm">{t('devices.gpuTooLong', { days: longest / day })}</p>
        </>
      ) : (
        <Near pending={<Waiting />}>
          <Devices {...props} />
        </Near>
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
  const { times, devices } = useMemo(() => gpuFrameOf(answer.data ?? [], gpuColumns), [answer.data])
  const shown = useMemo(
    () => (chosen ? devices.filter(({ id }) => chosen.has(id)) : busiest(devices, most)),
    [devices, chosen],
  )
  const charts = useMemo(() => gpuCharts(shown, gpuColumns), [shown])
  const own = useMemo(() => ({ ...drawing, times, gapAfter }), [drawing, times])
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
                  {index}: {plainText(name, longestName)}
                </MenuCheck>
              )
            })}
          </DropdownMenu>
        )}
        {shown.length > most && <p className="text-muted text-sm">{t('devices.coloursRepeat')}</p>}
      </header>
      {answer.error ? (
        <div className="panel">
          <ErrorState failure={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      ) : !answer.data ? (
        <Waiting />
      ) : devices.length === 0 ? (
        <p className="panel px-4 py-3 text-muted text-sm">{t('devices.gpuNone')}</p>
      ) : (
        <ChartGrid>
          {charts.map((model) => (
            <ModelCard key={model.id} model={model} file={file} drawing={own} />
          ))}
        </ChartGrid>
      )}
    </>
  )
}

const Waiting = () => (
  <ChartGrid>
    {['a', 'b', 'c'].map((key) => (
      <Skeleton key={key} className="h-66 rounded-lg" />
    ))}
  </ChartGrid>
)
