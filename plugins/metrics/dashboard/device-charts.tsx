import { Button, SearchInput, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import type { ChartModel } from './chart-model.ts'
import { ChartGrid, type Drawing, type FileParts, MetricChart } from './metric-chart.tsx'

/** Charts shown initially. */
const initialCount = 4
/** The search box appears from this many devices on. */
const searchThreshold = 9

/** One chart per device, busiest first; the rest on request. */
export function DeviceCharts(props: { charts: readonly ChartModel[]; file: FileParts; drawing: Drawing }): ReactNode {
  const { charts, file, drawing } = props
  const t = useT()
  const [all, setAll] = useState(false)
  const [query, setQuery] = useState('')
  if (charts.length === 0) return null
  const wanted = query.trim().toLowerCase()
  const found = charts.filter(({ device = '' }) => device.toLowerCase().includes(wanted))
  const shown = all ? found : found.slice(0, initialCount)
  return (
    <section aria-label={t('devices.disks')} className="mt-6">
      <header className="mb-3 flex min-h-8.5 flex-wrap items-center gap-3">
        <h2 className="font-semibold">{t('devices.disks')}</h2>
        {charts.length >= searchThreshold && (
          <SearchInput value={query} onChange={setQuery} placeholder={t('devices.search')} className="w-56" />
        )}
        <p role="status" className="text-muted text-sm">
          {found.length === 0
            ? t('devices.none', { name: query })
            : shown.length < found.length && t('devices.busiest', { shown: shown.length, count: found.length })}
        </p>
        {found.length > initialCount && (
          <Button size="sm" className="ml-auto" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('devices.fewer') : t('devices.all', { count: found.length })}
          </Button>
        )}
      </header>
      <ChartGrid>
        {shown.map((model) => (
          <MetricChart key={model.id} model={model} file={file} drawing={drawing} />
        ))}
      </ChartGrid>
    </section>
  )
}
