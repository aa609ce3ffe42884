import { Card, type Column, IconButton, RelativeTime, Table, toast, useApi, useMutate, useT } from '@svc/dashboard-sdk'
import type { AlertSilence } from '@svc/plugin-alerts/contract'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { eventsPath, itemPath, silencesPath } from '../paths.ts'

/** The silences in effect; nothing while there are none. For administrators. */
export function SilencesCard(): ReactNode {
  const t = useT()
  const { data = [] } = useApi<readonly AlertSilence[]>(silencesPath, { staleTime: 5000, refetchInterval: 60_000 })
  const end = useMutate<AlertSilence>('DELETE', ({ id }) => itemPath(silencesPath, id), {
    body: () => undefined,
    invalidates: [eventsPath, silencesPath],
    onDone: () => void toast.success(t('silence.ended')),
  })
  if (data.length === 0) return null
  const nameOf = ({ rule_id, rule_name, server_id, server_name }: AlertSilence) => {
    if (server_id === null) return t('silence.scope.rule', { name: rule_name })
    return rule_id === null ? t('silence.scope.server', { name: server_name }) : `${rule_name}, ${server_name}`
  }
  const columns: Column<AlertSilence>[] = [
    {
      id: 'what',
      header: t('column.alert'),
      cell: (silence) => (
        <>
          <span className="wrap-anywhere font-medium">{nameOf(silence)}</span>
          <span className="block text-faint text-xs">{t('silence.by', { name: silence.created_by })}</span>
        </>
      ),
    },
    {
      id: 'until',
      header: t('silence.untilField'),
      className: 'whitespace-nowrap',
      cell: ({ until }) => <RelativeTime at={until} />,
    },
    {
      id: 'acts',
      label: t('column.acts'),
      align: 'right',
      className: 'w-16',
      cell: (silence) => (
        <IconButton
          label={t('silence.endOne', { name: nameOf(silence) })}
          size="sm"
          onClick={() => end.mutate(silence)}
        >
          <BellRing aria-hidden />
        </IconButton>
      ),
    },
  ]
  return (
    <Card flush title={t('silence.list')}>
      <Table caption={t('silence.list')} columns={columns} rows={data} rowKey={({ id }) => id} empty={null} />
    </Card>
  )
}
