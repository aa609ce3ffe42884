import {
  Button,
  Card,
  Checkbox,
  ErrorState,
  FormDialog,
  ServerPicker,
  Skeleton,
  toast,
  useApi,
  useForm,
  useMutate,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertDependency, DependencyInput, DependencyTargetView } from '@svc/plugin-alerts/contract'
import { Network } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fieldErrors } from '../parts/field-errors.ts'
import { ServerLink } from '../parts/server-link.tsx'
import { dependenciesPath, dependencyTargetsPath, itemPath } from '../paths.ts'

const useTargets = () => useApi<DependencyTargetView[]>(dependencyTargetsPath, { staleTime: 5000 }).data ?? []

/** Links to servers, and names of targets, separated by commas. */
function Dependencies({
  ids,
  targets,
}: {
  ids: readonly string[]
  targets: readonly DependencyTargetView[]
}): ReactNode {
  const names = useServerNames()
  return ids.map((id, index) => {
    const target = targets.find((one) => one.id === id)
    return (
      <span key={id}>
        {index > 0 && ', '}
        {target ? target.name : <ServerLink id={id} name={names.get(id) ?? id} />}
      </span>
    )
  })
}

/** Selects targets, if there are any. */
function TargetsField(props: {
  targets: readonly DependencyTargetView[]
  chosen: readonly string[]
  onChosen: (ids: readonly string[]) => void
}): ReactNode {
  const { targets, chosen, onChosen } = props
  const t = useT()
  if (targets.length === 0) return null
  const toggle = (id: string) => onChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-sm">{t('dependencies.targets')}</legend>
      <p className="mb-2 text-faint text-xs">{t('dependencies.targetsHint')}</p>
      <div className="grid max-h-52 gap-2 overflow-y-auto rounded-md border px-3 py-2 sm:grid-cols-2">
        {targets.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
      </div>
    </fieldset>
  )
}

function DependenciesDialog(props: { serverId: string; dependsOn: readonly string[]; onClose: () => void }): ReactNode {
  const { serverId, dependsOn, onClose } = props
  const targets = useTargets()
  const t = useT()
  const save = useMutate<DependencyInput, AlertDependency>('PUT', itemPath(dependenciesPath, serverId), {
    invalidates: [dependenciesPath],
    onFailed: () => undefined,
  })
  const form = useForm<{ depends_on: readonly string[] }, AlertDependency>({
    values: { depends_on: dependsOn },
    validate: () => ({}),
    submit: ({ depends_on }) => save.mutateAsync({ depends_on: [...depends_on] }),
    errorsOf: (error) => fieldErrors(error, 'depends_on', t),
    onSubmitted: () => {
      toast.success(t('dependencies.saved'))
      onClose()
    },
  })
  const error = form.error('depends_on')
  const isTarget = (id: string) => targets.some((target) => target.id === id)
  const [chosenTargets, servers] = [
    form.draft.depends_on.filter(isTarget),
    form.draft.depends_on.filter((id) => !isTarget(id)),
  ]
  return (
    <FormDialog
      form={form}
      submit={t('action.save')}
      onClose={onClose}
      title={t('dependencies.editTitle')}
      description={t('dependencies.lead')}
    >
      <ServerPicker
        label={t('dependencies.on')}
        chosen={servers}
        onChosen={(ids) => form.set({ depends_on: [...ids.filter((id) => id !== serverId), ...chosenTargets] })}
      />
      <TargetsField
        targets={targets}
        chosen={chosenTargets}
        onChosen={(ids) => form.set({ depends_on: [...servers, ...ids] })}
      />
      {error && (
        <p role="alert" className="text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      )}
    </FormDialog>
  )
}

/** What this server cannot be reached without, and the servers behind it. Admins only. */
export function DependenciesCard({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<AlertDependency[]>(dependenciesPath, { staleTime: 5000 })
  const targets = useTargets()
  const [isEditing, setEditing] = useState(false)
  const dependsOn = data?.find(({ id }) => id === serverId)?.depends_on ?? []
  const dependents = data
    ?.filter(({ kind, depends_on }) => kind === 'server' && depends_on.includes(serverId))
    .map(({ id }) => id)
  return (
    <Card
      title={t('dependencies.title')}
      actions={
        data && (
          <Button size="sm" onClick={() => setEditing(true)}>
            <Network aria-hidden />
            {t('dependencies.edit')}
          </Button>
        )
      }
    >
      {data ? (
        <dl className="grid gap-x-5 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
          <dt className="text-muted">{t('dependencies.on')}</dt>
          <dd>{dependsOn.length > 0 ? <Dependencies ids={dependsOn} targets={targets} /> : t('dependencies.none')}</dd>
          {dependents && dependents.length > 0 && (
            <>
              <dt className="text-muted">{t('dependencies.behind')}</dt>
              <dd>
                <Dependencies ids={dependents} targets={targets} />
              </dd>
            </>
          )}
        </dl>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-6" />
      )}
      {isEditing && <DependenciesDialog serverId={serverId} dependsOn={dependsOn} onClose={() => setEditing(false)} />}
    </Card>
  )
}
