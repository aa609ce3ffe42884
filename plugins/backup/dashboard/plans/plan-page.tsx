import {
  Button,
  DeleteDialog,
  DropdownMenu,
  ErrorState,
  IconButton,
  MenuItem,
  MenuSeparator,
  onDemand,
  PageHeader,
  Skeleton,
  useApi,
  useCodedText,
  useFormat,
  useNavigateToPage,
  usePageParams,
  useT,
} from '@svc/dashboard-sdk'
import { Ellipsis, Pencil, Play, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BackupState } from '../../src/backup-schema.ts'
import type { Plan } from '../../src/plans/plan-schema.ts'
import { backupPage, planPage } from '../pages.ts'
import { OperationNote } from '../parts/operation-note.tsx'
import { backupPath, planPath } from '../paths.ts'
import { useBackupState } from '../use-backup-state.ts'
import { placeText, useKeepText, useScheduleText } from './plan-text.ts'
import { EnabledSwitch } from './plans-card.tsx'
import { RunsCard } from './runs-card.tsx'
import { StoredCard } from './stored-card.tsx'
import { useRunPlan } from './use-run-plan.ts'

const PlanDialog = onDemand(() => import('./plan-dialog.tsx'), null)

/** A scheduled backup: what it stored, and how its runs ended. */
export default function PlanPage(): ReactNode {
  const { id } = usePageParams(planPage)
  const textOf = useCodedText()
  const state = useBackupState()
  const plan = useApi<Plan>(planPath(id))
  if (plan.error && !plan.data) return <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
  if (!plan.data) return <Skeleton className="h-40" />
  const { operation = null } = state.data ?? {}
  const { last_run: last } = plan.data
  return (
    <>
      <Header plan={plan.data} state={state.data} />
      {operation && (
        <OperationNote operation={operation} name={operation.plan_id === id ? plan.data.name : undefined} />
      )}
      {last?.state === 'failed' && last.error_text && !operation && (
        <p role="alert" className="wrap-anywhere mb-5 max-w-2xl rounded-md bg-danger/10 px-3 py-2 text-sm">
          {textOf(last.error_text)}
        </p>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <StoredCard plan={plan.data} state={state.data} />
        <RunsCard plan={plan.data} />
      </div>
    </>
  )
}

function Header({ plan, state }: { plan: Plan; state: BackupState | undefined }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigateToPage()
  const scheduleText = useScheduleText()
  const keepText = useKeepText()
  const run = useRunPlan(plan)
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = () => setDialog(undefined)
  const { id, name, next_run_at } = plan
  const facts = [
    scheduleText(plan.schedule),
    placeText(plan.destination),
    keepText(plan),
    next_run_at && t('plan.next', { at: format.dateTime(next_run_at) }),
  ]
  return (
    <>
      <PageHeader
        title={name}
        description={facts.filter(Boolean).join(' · ')}
        actions={
          <>
            <EnabledSwitch plan={plan} />
            <Button
              variant="primary"
              busy={run.isPending || plan.is_running}
              disabled={state?.operation !== null}
              onClick={() => run.mutate()}
            >
              <Play aria-hidden />
              {t('plan.run')}
            </Button>
            <DropdownMenu
              trigger={
                <IconButton label={t('plan.menu')}>
                  <Ellipsis aria-hidden />
                </IconButton>
              }
            >
              <MenuItem icon={Pencil} onSelect={() => setDialog('edit')}>
                {t('plan.edit')}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={Trash2} destructive onSelect={() => setDialog('delete')}>
                {t('plan.delete')}
              </MenuItem>
            </DropdownMenu>
          </>
        }
      />
      {dialog === 'edit' && state && <PlanDialog plan={plan} state={state} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog
          path={planPath(id)}
          invalidates={[backupPath]}
          title={t('plan.deleteTitle', { name })}
          description={t('plan.deleteText')}
          action={t('plan.delete')}
          done={t('plan.deleted', { name })}
          onDeleted={() => navigate(backupPage, {})}
          onClose={close}
        />
      )}
    </>
  )
}
