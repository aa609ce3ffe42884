import { Button, Card, type Column, RelativeTime, Table, useMutate, useT } from '@svc/dashboard-sdk'
import { Ban } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Rollout, RolloutServer } from '../src/upgrade-schema.ts'
import { JobMark } from './job-mark.tsx'
import { rolloutsPath } from './paths.ts'

/** A roll-out with its waves. */
export function RolloutCard({ rollout }: { rollout: Rollout }): ReactNode {
  const t = useT()
  const { id, version, state, servers, started_at } = rollout
  const cancel = useMutate('POST', `${rolloutsPath}/${id}/cancel`, { invalidates: [rolloutsPath] })
  const done = servers.filter((server) => server.state === 'succeeded').length
  const columns: readonly Column<RolloutServer>[] = [
    { id: 'wave', header: t('rollout.wave'), className: 'w-20', cell: ({ wave }) => wave },
    {
      id: 'server',
      header: t('rollout.server'),
      cell: ({ server_name }) => <span className="wrap-anywhere">{server_name}</span>,
    },
    { id: 'state', header: t('job.state'), cell: (server) => <JobMark {...server} /> },
  ]
  return (
    <Card
      flush
      title={t('rollout.title', { version })}
      description={
        <>
          {t(`rollout.state.${state}`, { done, total: servers.length })} · <RelativeTime at={started_at} />
        </>
      }
      actions={
        state === 'running' && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            <Ban aria-hidden />
            {t('rollout.cancel')}
          </Button>
        )
      }
    >
      <Table
        caption={t('rollout.title', { version })}
        columns={columns}
        rows={servers}
        rowKey={({ server_id }) => server_id}
      />
    </Card>
  )
}
