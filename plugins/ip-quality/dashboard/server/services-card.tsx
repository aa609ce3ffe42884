import {
  Button,
  Card,
  type Column,
  EmptyState,
  Table,
  toast,
  useApi,
  useCountryName,
  useFormat,
  useMe,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { UnlockResult, UnlockService } from '@svc/plugin-ip-quality/contract'
import { ListX, RefreshCw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { checkPath, historyPath } from '../paths.ts'
import { detailText } from '../results/detail-text.ts'
import { CheckedAt, StatusMark } from '../results/status-mark.tsx'
import { HistoryStrip } from './history-strip.tsx'

const maxShown = 20

interface Row {
  readonly service: UnlockService
  readonly result: UnlockResult | undefined
  readonly history: readonly UnlockResult[]
}

/** The results of a server by service, with earlier ones. */
export function ServicesCard(props: {
  serverId: string
  services: readonly UnlockService[]
  results: readonly UnlockResult[]
  canCheck: boolean
}): ReactNode {
  const { serverId, services, results, canCheck } = props
  const t = useT()
  const format = useFormat()
  const country = useCountryName()
  const { isAdmin } = useMe()
  const history = useApi<readonly UnlockResult[]>(historyPath(serverId), { search: { limit: 500 } })
  const check = useMutate('POST', checkPath(serverId), { onDone: () => void toast.success(t('server.started')) })
  const rows = useMemo((): readonly Row[] => {
    const byService = new Map(results.map((result) => [result.service_id, result]))
    return services
      .filter(({ id, enabled }) => enabled || byService.has(id))
      .map((service) => ({
        service,
        result: byService.get(service.id),
        history: (history.data ?? []).filter(({ service_id }) => service_id === service.id).slice(0, maxShown),
      }))
  }, [services, results, history.data])
  const columns: readonly Column<Row>[] = [
    {
      id: 'service',
      header: t('column.service'),
      cell: ({ service }) => <span className="font-medium">{service.name}</span>,
    },
    {
      id: 'status',
      header: t('column.result'),
      cell: ({ result, service }) =>
        result ? (
          <div>
            <StatusMark status={result.status} />
            {(result.status === 'failed' || result.status === 'unsupported') && result.detail && (
              <p className="wrap-anywhere text-faint text-xs">{detailText(result.detail, t)}</p>
            )}
          </div>
        ) : (
          <span className="text-faint">{t(service.enabled ? 'server.pending' : 'server.disabled')}</span>
        ),
    },
    {
      id: 'region',
      header: t('column.region'),
      className: 'max-sm:hidden',
      cell: ({ result }) => (result?.region ? (country(result.region) ?? result.region) : <None />),
    },
    {
      id: 'latency',
      header: t('column.latency'),
      align: 'right',
      className: 'max-md:hidden',
      cell: ({ result }) => (result?.latency_ms === null || !result ? <None /> : format.ms(result.latency_ms)),
    },
    { id: 'history', header: t('column.history'), cell: (row) => <HistoryStrip results={row.history} /> },
    {
      id: 'checked',
      header: t('column.checked'),
      align: 'right',
      className: 'max-md:hidden',
      cell: ({ result }) => (result ? <CheckedAt at={result.checked_at} /> : <None />),
    },
  ]
  return (
    <Card
      flush
      title={t('server.services')}
      actions={
        isAdmin && (
          <Button size="sm" busy={check.isPending} disabled={!canCheck} onClick={() => check.mutate()}>
            <RefreshCw aria-hidden />
            {t('server.check')}
          </Button>
        )
      }
    >
      <Table
        caption={t('server.services')}
        columns={columns}
        rows={rows}
        rowKey={({ service }) => service.id}
        empty={<EmptyState icon={ListX} title={t('server.none')} description={t('server.noneHint')} />}
      />
    </Card>
  )
}

const None = () => <span className="text-faint">–</span>
