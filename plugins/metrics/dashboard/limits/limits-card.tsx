import {
  Button,
  Card,
  cn,
  ErrorState,
  Form,
  type FormState,
  Input,
  Skeleton,
  toast,
  useApi,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { HealthLimitsView } from '@svc/plugin-metrics/contract'
import { type ReactNode, useMemo } from 'react'
import { defaultsOf, draftOf, inputOf, type LimitDraft, type LimitInput, problemsOf } from './limit-draft.ts'

const limitsPath = '/api/health-limits'

/** From which values on a server counts as unhealthy, in the general settings. */
export default function LimitsCard(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<HealthLimitsView>(limitsPath)
  return (
    <Card title={t('limits.title')} description={t('limits.lead')}>
      {data ? (
        <LimitsForm view={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Card>
  )
}

function LimitsForm({ view }: { view: HealthLimitsView }) {
  const t = useT()
  const save = useMutate<LimitInput, HealthLimitsView>('PUT', limitsPath, {
    invalidates: [limitsPath],
    onFailed: () => undefined,
  })
  const values = useMemo(() => draftOf(view), [view])
  const form = useForm<LimitDraft>({
    values,
    validate: (draft) =>
      Object.fromEntries(Object.entries(problemsOf(draft)).map(([field, problem]) => [field, t(problem)])),
    submit: (draft) => save.mutateAsync(inputOf(draft)),
    onSubmitted: () => void toast.success(t('limits.saved')),
  })
  const defaults = defaultsOf(view)
  const isDefault = JSON.stringify(form.draft) === JSON.stringify(defaults)
  return (
    <Form form={form} className="gap-5">
      <table className="w-full text-sm">
        <thead>
          <tr className="caption border-b text-left *:pb-2 *:font-normal">
            <th scope="col">{t('limits.metric')}</th>
            <th scope="col" className="w-28 pl-3 sm:w-36">
              {t('sdk:serverState.warning')}
            </th>
            <th scope="col" className="w-28 pl-3 sm:w-36">
              {t('sdk:serverState.critical')}
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(view).map(([id, { unit, below }]) => (
            <tr key={id} className="border-b align-top last:border-b-0 *:py-2">
              <th scope="row" className="pt-3.5! text-left font-normal">
                <span className="font-medium">{t(`limits.hint.${id}`)}</span>
                <span className="block text-faint text-xs">{t(below ? 'limits.below' : 'limits.above')}</span>
              </th>
              {(['warning', 'critical'] as const).map((level) => (
                <td key={level} className="pl-3">
                  <LimitInputField form={form} id={id} level={level} unit={unit} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.isSubmitting} disabled={!form.isDirty}>
          {t('limits.save')}
        </Button>
        <Button disabled={isDefault} onClick={() => form.set(defaults)}>
          {t('limits.defaults')}
        </Button>
      </div>
    </Form>
  )
}

function LimitInputField(props: {
  form: FormState<LimitDraft>
  id: string
  level: 'warning' | 'critical'
  unit: HealthLimitsView['disk']['unit']
}) {
  const { form, id, level, unit } = props
  const t = useT()
  const path = `${id}.${level}` as const
  const error = form.error(path)
  const errorId = `limit-${id}-${level}-error`
  return (
    <>
      <span className="relative block">
        <Input
          {...form.register(path)}
          aria-label={t('limits.field', { metric: t(`limits.hint.${id}`), level: t(`sdk:serverState.${level}`) })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('limits.off')}
          className={cn('pr-14 text-right', unit === 'per_core' && 'pr-20')}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-faint text-xs"
        >
          {t(`limits.unit.${unit}`)}
        </span>
      </span>
      {error && (
        <p id={errorId} className="mt-1 text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      )}
    </>
  )
}
