import {
  Badge,
  Card,
  CopyButton,
  EmptyState,
  ErrorState,
  SearchInput,
  Skeleton,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import type { ConfigurationEntry } from '@svc/plugin-system/contract'
import { SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ConfigurationGroup, groupsOf, namedGroups, type useConfiguration, valueText } from './configuration.ts'

/** What the configuration file and the environment set: time zone, retention, mail server and the rest, read-only. */
export function ConfigurationCards({ query }: { query: ReturnType<typeof useConfiguration> }): ReactNode {
  const t = useT()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = query
  const groups = groupsOf(data ?? [], search)
  return (
    <Card
      flush
      title={t('config.title')}
      description={t('config.lead')}
      actions={<SearchInput value={search} onChange={setSearch} placeholder={t('config.search')} />}
    >
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="m-5 h-64" />)}
      {data && groups.length === 0 && (
        <EmptyState icon={SearchX} title={t('config.none')} description={t('config.noneHint')} />
      )}
      {groups.map((group) => (
        <Group key={group.id} group={group} isOpen={search !== ''} />
      ))}
    </Card>
  )
}

function Group({ group: { id, entries }, isOpen }: { group: ConfigurationGroup; isOpen: boolean }) {
  const t = useT()
  const format = useFormat()
  const isNamed = (namedGroups as readonly string[]).includes(id)
  const changed = entries.filter(({ source }) => source !== null).length
  return (
    <details key={String(isOpen)} open={isOpen || id === 'scheduler' || id === 'retention'} className="group border-t">
      <summary className="flex cursor-pointer items-baseline gap-3 px-5 py-3 hover:bg-accent-soft/40">
        <h3 className="font-medium">{isNamed ? t(`config.group.${id}`) : id}</h3>
        <span className="text-faint text-xs">
          {changed > 0 ? t('config.changed', { count: changed, number: format.number(changed) }) : t('config.defaults')}
        </span>
      </summary>
      <dl className="px-5 pb-3">
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </dl>
    </details>
  )
}

function Entry({ entry }: { entry: ConfigurationEntry }) {
  const t = useT()
  const { key, env, description, value, source, is_secret } = entry
  const secret = t(source === null ? 'config.notSet' : 'config.set')
  return (
    <div className="grid gap-x-6 gap-y-1 border-t py-2.5 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)]">
      <dt className="min-w-0">
        <span className="flex min-w-0 items-center gap-1">
          <code data-tip={env} className="min-w-0 break-all text-sm">
            {key}
          </code>
          <span className="-my-2 shrink-0 scale-80">
            <CopyButton text={env} />
          </span>
        </span>
        <span className="block text-faint text-xs first-letter:uppercase">{description.replaceAll('`', '')}</span>
      </dt>
      <dd className="min-w-0 sm:text-right">
        <span className="break-words font-mono text-sm">
          {is_secret ? secret : value === null ? '–' : valueText(value)}
        </span>
        {source !== null && (
          <span className="block">
            <Badge>{source}</Badge>
          </span>
        )}
      </dd>
    </div>
  )
}
