import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  onDemand,
  PageLink,
  RelativeTime,
  Skeleton,
  Switch,
  useCodedText,
  useFormat,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import { CalendarClock, Play, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BackupState } from '../../src/backup-schema.ts'
import type { Plan } from '../../src/plans/plan-schema.ts'
import { planPage } from '../pages.ts'
import { backupPath, planPath } from '../paths.ts'
import { placeText, useScheduleText } from './plan-text.ts'
import { PlanMark } from './run-mark.tsx'
import { useRunPlan } from './use-run-plan.ts'

const PlanDialog = onDemand(() => import('./plan-dialog.tsx'), null)

/** Scheduled backups. */
export function PlansCard(props: {
  plans: readonly Plan[] | undefined
  error: unknown
  onRetry: () => void
  state: BackupState | undefined
}): ReactNode {
  const { plans, error, onRetry, state } = props
  const t = useT()
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button variant={plans?.length ? 'secondary' : 'primary'} disabled={!state} onClick={() => setIsAdding(true)}>
      <Plus aria-hidden />
      {t('plan.add')}
    </Button>
  )
  return (
    <Card
      flush
      title={t('plans.title')}
      description={t('plans.lead')}
      actions={plans && plans.length > 0 ? add : undefined}
    >
      {plans === undefined && error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : plans === undefined ? (
        <Skeleton className="m-5 h-14" />
      ) : plans.length === 0 ? (
        <EmptyState icon={CalendarClock} title={t('plans.empty')} description={t('plans.emptyHint')} action={add} />
      ) : (
        <ul className="divide-y border-t">
          {plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} isBusy={state?.operation !== null} />
          ))}
        </ul>
      )}
      {isAdding && state && <PlanDialog state={state} onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

function PlanRow({ plan, isBusy }: { plan: Plan; isBusy: boolean }) {
  const t = useT()
  const format = useFormat()
  const textOf = useCodedText()
  const scheduleText = useScheduleText()
  const run = useRunPlan(plan)
  const { id, name, last_run: last } = plan
  return (
    <li className="flex flex-col gap-2 px-5 py-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <PageLink
            page={planPage}
            params={{ id }}
            className="wrap-anywhere rounded-xs font-medium underline-offset-2 hover:underline"
          >
            {name}
          </PageLink>
          <p className="wrap-anywhere mt-0.5 text-muted text-sm">
            {scheduleText(plan.schedule)} · {placeText(plan.destination)}
          </p>
        </div>
        <EnabledSwitch plan={plan} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <PlanMark plan={plan} />
          {last && <RelativeTime at={last.finished_at} />}
          {last?.size != null && <span className="figures">{format.bytes(last.size)}</span>}
          {plan.next_run_at && <span>{t('plan.next', { at: format.dateTime(plan.next_run_at) })}</span>}
        </p>
        <Button size="sm" busy={run.isPending || plan.is_running} disabled={isBusy} onClick={() => run.mutate()}>
          <Play aria-hidden />
          {t('plan.run')}
        </Button>
      </div>
      {last?.error_text && (
        <p className={`wrap-anywhere text-sm ${last.state === 'failed' ? 'text-danger' : 'text-warn'}`}>
          {textOf(last.error_text)}
        </p>
      )}
    </li>
  )
}

/** Pauses and resumes a scheduled backup. */
export function EnabledSwitch({ plan: { id, name, enabled } }: { plan: Plan }): ReactNode {
  const t = useT()
  const save = useMutate<boolean, Plan>('PUT', planPath(id), {
    body: (next) => ({ enabled: next }),
    invalidates: [backupPath],
  })
  return (
    <Switch
      label={t('plan.enabled', { name })}
      checked={save.isPending ? save.variables : enabled}
      disabled={save.isPending}
      onChange={(next) => save.mutate(next)}
    />
  )
}
