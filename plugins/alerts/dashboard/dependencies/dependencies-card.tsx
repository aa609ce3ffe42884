import {
  Button,
  Card,
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
import type { AlertDependency, DependencyInput } from '@svc/plugin-alerts/contract'
import { Network } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fieldErrors } from '../parts/field-errors.ts'
import { ServerLink } from '../parts/server-link.tsx'
import { dependenciesPath, itemPath } from '../paths.ts'

/** Links to servers, separated by commas. */
function ServerLinks({ ids }: { ids: readonly string[] }): ReactNode {
  const names = useServerNames()
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <ServerLink id={id} name={names.get(id) ?? id} />
    </span>
  ))
}

function DependenciesDialog(props: { serverId: string; dependsOn: readonly string[]; onClose: () => void }): ReactNode {
  const { serverId, dependsOn, onClose } = props
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
        chosen={form.draft.depends_on}
        onChosen={(ids) => form.set({ depends_on: ids.filter((id) => id !== serverId) })}
      />
      {error && (
        <p role="alert" className="text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      )}
    </FormDialog>
  )
}

/** The servers without which this one cannot be reached, and those behind it. Admins only. */
export function DependenciesCard({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<AlertDependency[]>(dependenciesPath, { staleTime: 5000 })
  const [isEditing, setEditing] = useState(false)
  const dependsOn = data?.find(({ server_id }) => server_id === serverId)?.depends_on ?? []
  const dependents = data?.filter(({ depends_on }) => depends_on.includes(serverId)).map(({ server_id }) => server_id)
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
          <dd>{dependsOn.length > 0 ? <ServerLinks ids={dependsOn} /> : t('dependencies.none')}</dd>
          {dependents && dependents.length > 0 && (
            <>
              <dt className="text-muted">{t('dependencies.behind')}</dt>
              <dd>
                <ServerLinks ids={dependents} />
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
