import {
  Card,
  type Column,
  EmptyState,
  Flag,
  PageHeader,
  PageLink,
  SearchInput,
  StaleNote,
  Table,
  useApi,
  useMe,
  usePageSearch,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ServerIpQuality, UnlockService } from '@svc/plugin-ip-quality/contract'
import { SearchX, Server, Settings2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ipQualityPage, ipQualitySettingsPage, ipQualityTab } from '../pages.ts'
import { overviewPath, servicesPath } from '../paths.ts'
import { ChangesCard } from '../results/changes-card.tsx'
import { RiskBadge } from '../results/risk-badge.tsx'
import { ResultCell, StatusMark } from '../results/status-mark.tsx'
import { useUpdates } from '../results/use-updates.ts'

interface Row extends ServerIpQuality {
  readonly name: string
}

/** Which services work from which server, and the reputation of their addresses. */
export default function FleetPage(): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const [{ q }, setSearch] = usePageSearch(ipQualityPage)
  const overview = useApi<readonly ServerIpQuality[]>(overviewPath)
  const services = useApi<readonly UnlockService[]>(servicesPath)
  const names = useServerNames()
  useUpdates()
  const enabled = useMemo(() => services.data?.filter(({ enabled }) => enabled), [services.data])
  const rows = useMemo(() => {
    const wanted = q.trim().toLowerCase()
    return (
      enabled &&
      overview.data
        ?.map((entry) => ({ ...entry, name: names.get(entry.server_id) ?? entry.server_id }))
        .filter(({ name, ip_quality }) => `${name} ${ip_quality?.ip ?? ''}`.toLowerCase().includes(wanted))
    )
  }, [enabled, overview.data, names, q])
  const columns = useMemo(() => columnsOf(t, enabled ?? []), [t, enabled])
  const failed = [overview, services].find(({ error }) => error)
  const retry = () => {
    void overview.refetch()
    void services.refetch()
  }
  return (
    <>
      <PageHeader
        title={t('fleet.title')}
        description={t('fleet.lead')}
        actions={
          isAdmin && (
            <PageLink
              page={ipQualitySettingsPage}
              className="inline-flex items-center gap-1.5 rounded-xs text-accent text-sm hover:underline"
            >
              <Settings2 className="size-4" aria-hidden />
              {t('fleet.configure')}
            </PageLink>
          )
        }
      />
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <SearchInput
          value={q}
          onChange={(next) => setSearch({ q: next })}
          placeholder={t('fleet.search')}
          className="w-full md:w-72"
        />
        <ul aria-label={t('fleet.legend')} className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
          {(['unlocked', 'restricted', 'blocked', 'failed'] as const).map((status) => (
            <li key={status}>
              <StatusMark status={status} />
            </li>
          ))}
        </ul>
      </div>
      {rows && failed?.error && <StaleNote error={failed.error} onRetry={retry} />}
      <Card flush className="mb-4">
        <Table
          caption={t('fleet.title')}
          columns={columns}
          rows={rows}
          rowKey={({ server_id }) => server_id}
          error={failed?.error}
          onRetry={retry}
          empty={
            <EmptyState
              icon={q === '' ? Server : SearchX}
              title={t(q === '' ? 'fleet.empty' : 'fleet.noMatch')}
              description={t(q === '' ? 'fleet.emptyHint' : 'fleet.noMatchHint')}
            />
          }
        />
      </Card>
      <ChangesCard services={services.data} />
    </>
  )
}

const columnsOf = (t: ReturnType<typeof useT>, services: readonly UnlockService[]): readonly Column<Row>[] => [
  {
    id: 'server',
    header: t('column.server'),
    cell: ({ server_id, name }) => (
      <PageLink
        page={serverPage}
        params={{ id: server_id }}
        search={{ tab: ipQualityTab }}
        otherwise={<span className="wrap-anywhere">{name}</span>}
        className="wrap-anywhere rounded-xs font-medium hover:text-accent hover:underline"
      >
        {name}
      </PageLink>
    ),
    className: 'min-w-32',
  },
  {
    id: 'address',
    header: t('column.address'),
    className: 'max-md:hidden',
    cell: ({ ip_quality }) =>
      ip_quality ? (
        <div className="min-w-0 max-w-52">
          <p className="flex items-center gap-1.5">
            <Flag code={ip_quality.country} />
            <span className="figures truncate" data-tip={ip_quality.ip}>
              {ip_quality.ip}
            </span>
          </p>
          <p className="truncate text-muted text-xs">
            {[ip_quality.ip_type !== 'unknown' && t(`ipType.${ip_quality.ip_type}`), ip_quality.as_org]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      ) : (
        <span className="text-faint">–</span>
      ),
  },
  {
    id: 'risk',
    header: t('column.risk'),
    className: 'max-md:hidden',
    cell: ({ ip_quality }) =>
      ip_quality ? <RiskBadge snapshot={ip_quality} /> : <span className="text-faint">–</span>,
  },
  ...services.map(({ id, name }) => ({
    id,
    header: (
      <span className="block max-w-18 truncate" data-tip={name}>
        {name}
      </span>
    ),
    label: name,
    cell: ({ unlock_results }: Row) => (
      <ResultCell service={name} result={unlock_results.find(({ service_id }) => service_id === id)} />
    ),
  })),
]
