import { Badge, type Column, IconButton, RelativeTime, Table, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ApiKey, validityOf } from './api-key.ts'

/** Table of API keys. */
export function KeyTable(props: {
  keys: readonly ApiKey[] | undefined
  error: unknown
  onRetry: () => void
  onDelete: (key: ApiKey) => void
  empty: ReactNode
}): ReactNode {
  const { keys, error, onRetry, onDelete, empty } = props
  const t = useT()
  const format = useFormat()
  const now = useNow(10_000)
  const used = ({ last_used_at }: ApiKey) =>
    last_used_at ? <RelativeTime at={last_used_at} /> : <span className="text-faint">{t('apiKeys.neverUsed')}</span>
  const expiry = (key: ApiKey) => <KeyExpiry apiKey={key} now={now} />

  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      header: t('apiKeys.name'),
      cell: (key) => (
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">{key.name}</p>
          <p className="font-mono text-faint text-xs">svc_{key.key_prefix}…</p>
          <div className="mt-1 text-xs sm:hidden">{expiry(key)}</div>
        </div>
      ),
    },
    {
      id: 'created',
      header: t('apiKeys.created'),
      className: 'max-lg:hidden whitespace-nowrap',
      cell: ({ created_at }) => <time dateTime={created_at}>{format.date(created_at)}</time>,
    },
    { id: 'used', header: t('apiKeys.used'), cell: used },
    { id: 'expiry', header: t('apiKeys.expires'), className: 'max-sm:hidden whitespace-nowrap', cell: expiry },
    {
      id: 'delete',
      label: t('apiKeys.delete'),
      align: 'right',
      className: 'w-12',
      cell: (key) => (
        <IconButton label={t('apiKeys.deleteName', { name: key.name })} size="sm" onClick={() => onDelete(key)}>
          <Trash2 aria-hidden />
        </IconButton>
      ),
    },
  ]
  return (
    <Table
      caption={t('apiKeys.title')}
      columns={columns}
      rows={keys}
      rowKey={({ id }) => id}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  )
}

function KeyExpiry({ apiKey, now }: { apiKey: ApiKey; now: number }) {
  const t = useT()
  const format = useFormat()
  const at = apiKey.expires_at
  const validity = validityOf(apiKey, now)
  // below the name there is no column header
  const label = <span className="text-faint sm:hidden">{t('apiKeys.expires')}: </span>
  if (!at || validity === 'endless') {
    return (
      <>
        {label}
        <span className="text-faint">{t('apiKeys.expiry.never')}</span>
      </>
    )
  }
  if (validity === 'valid') {
    return (
      <>
        {label}
        <time dateTime={at}>{format.date(at)}</time>
      </>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={validity === 'expired' ? 'danger' : 'warn'}>{t(`apiKeys.${validity}`)}</Badge>
      <RelativeTime at={at} ahead className="text-muted text-xs" />
    </span>
  )
}
