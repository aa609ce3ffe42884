import {
  Button,
  FormDialog,
  InlineError,
  onDemand,
  ServerPicker,
  toast,
  useApi,
  useMe,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { NetworkTarget } from '@svc/plugin-probes/contract'
import { ListChecks, Radar } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { assignmentsPath, overviewPath, targetsPath } from '../paths.ts'
import type { Assessed } from './health.ts'

const TargetPicker = onDemand(async () => ({ default: (await import('../targets/target-picker.tsx')).TargetPicker }))
const noTargets: readonly NetworkTarget[] = []

/** The servers without targets, in one line; administrators assign targets to many at once. */
export function IdleServers({ rows }: { rows: readonly Assessed[] }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const [isOpen, setOpen] = useState(false)
  if (rows.length === 0) return null
  return (
    <div className="panel mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <Radar className="size-4 shrink-0 text-faint" aria-hidden />
      <details className="min-w-0 flex-1">
        <summary className="cursor-pointer font-medium">{t('idle.count', { count: rows.length })}</summary>
        <p className="mt-1 text-muted text-xs">{rows.map(({ server }) => server.server_name).join(', ')}</p>
      </details>
      {isAdmin && (
        <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <ListChecks aria-hidden />
          {t('idle.assign')}
        </Button>
      )}
      {isOpen && <AssignDialog serverIds={rows.map(({ id }) => id)} onClose={() => setOpen(false)} />}
    </div>
  )
}

function AssignDialog({ serverIds, onClose }: { serverIds: readonly string[]; onClose: () => void }) {
  const t = useT()
  const { data = noTargets } = useApi<readonly NetworkTarget[]>(targetsPath)
  const [servers, setServers] = useState(serverIds)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useMutate('PUT', assignmentsPath, {
    body: () => ({ server_ids: servers, target_ids: [...chosen] }),
    invalidates: [overviewPath, '/api/servers'],
    onDone: () => {
      toast.success(t('idle.saved', { count: servers.length }))
      onClose()
    },
    onFailed: () => undefined,
  })
  return (
    <FormDialog
      dirty={chosen.size > 0 && !save.isSuccess}
      onClose={onClose}
      title={t('idle.title')}
      description={t('idle.lead')}
      width="lg"
      action={
        <Button
          variant="primary"
          busy={save.isPending}
          disabled={servers.length === 0 || chosen.size === 0}
          onClick={() => save.mutate()}
        >
          {t('idle.assign')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <InlineError error={save.error} />
        <TargetPicker targets={data} chosen={chosen} onChosen={setChosen} />
        <ServerPicker label={t('idle.servers')} chosen={servers} onChosen={setServers} />
      </div>
    </FormDialog>
  )
}
