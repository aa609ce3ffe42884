import {
  Badge,
  Button,
  Card,
  type Column,
  DeleteDialog,
  deviceName,
  RelativeTime,
  Table,
  useApi,
  useSession,
  useT,
} from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'

const sessionsPath = '/api/auth/sessions'

interface SessionView {
  readonly id: string
  readonly ip: string
  readonly user_agent: string
  readonly created_at: string
  readonly last_seen_at: string
  readonly current: boolean
}

function useDeviceName() {
  const t = useT()
  return ({ user_agent }: SessionView) => {
    const { browser, system } = deviceName(user_agent)
    if (browser && system) return t('sessions.deviceName', { browser, system })
    return browser ?? system ?? t('sessions.unknown')
  }
}

/** Active sessions, each with a button to sign it out. */
export function SessionsCard(): ReactNode {
  const t = useT()
  const { refresh } = useSession()
  const name = useDeviceName()
  const { data, error, refetch } = useApi<SessionView[]>(sessionsPath, { refetchInterval: 60_000 })
  const [revoking, setRevoking] = useState<SessionView>()

  const columns: Column<SessionView>[] = [
    {
      id: 'device',
      header: t('sessions.device'),
      cell: (session) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{name(session)}</span>
          {session.current && <Badge tone="accent">{t('sessions.current')}</Badge>}
          <span className="w-full font-mono text-faint text-xs md:hidden">{session.ip}</span>
        </span>
      ),
    },
    {
      id: 'ip',
      header: t('sessions.address'),
      className: 'max-md:hidden',
      cell: ({ ip }) => <span className="font-mono text-xs">{ip}</span>,
    },
    {
      id: 'seen',
      header: t('sessions.seen'),
      cell: ({ current, last_seen_at }) =>
        current ? t('sessions.now') : <RelativeTime at={last_seen_at} className="whitespace-nowrap" />,
    },
    {
      id: 'since',
      header: t('sessions.since'),
      className: 'max-xl:hidden',
      cell: ({ created_at }) => <RelativeTime at={created_at} className="whitespace-nowrap" />,
    },
    {
      id: 'revoke',
      label: t('sessions.revoke'),
      align: 'right',
      cell: (session) => (
        <Button size="sm" className="max-md:h-11" onClick={() => setRevoking(session)}>
          {t('sessions.revoke')}
        </Button>
      ),
    },
  ]

  return (
    <Card flush title={t('sessions.title')} description={t('sessions.lead')}>
      <Table
        caption={t('sessions.title')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
      />
      {revoking && (
        <DeleteDialog
          path={`${sessionsPath}/${encodeURIComponent(revoking.id)}`}
          invalidates={revoking.current ? [] : [sessionsPath]}
          title={t('sessions.revokeTitle')}
          description={t('sessions.revokeText', { device: name(revoking), address: revoking.ip })}
          action={t('sessions.revoke')}
          {...(revoking.current ? { onDeleted: () => void refresh() } : { done: t('sessions.revoked') })}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Card>
  )
}
