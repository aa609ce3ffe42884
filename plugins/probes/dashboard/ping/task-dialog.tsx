import {
  Field,
  FormDialog,
  type FormState,
  Input,
  Segmented,
  ServerPicker,
  toast,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { PingTask, PingTaskInput } from '@svc/plugin-probes/contract'
import type { ReactNode } from 'react'
import { pingTaskPath, pingTasksPath } from '../paths.ts'
import { ProbeFields } from '../targets/probe-fields.tsx'
import { draftOf, emptyTask, inputOf, longest, problemsOf, shortest, type TaskDraft } from './task-draft.ts'

/** Adds or edits a ping task. */
export function TaskDialog({ task, onClose }: { task: PingTask | undefined; onClose: () => void }): ReactNode {
  const t = useT()
  const save = useMutate<PingTaskInput>(task ? 'PUT' : 'POST', task ? pingTaskPath(task.id) : pingTasksPath, {
    invalidates: [pingTasksPath],
    onFailed: () => undefined,
  })
  const form = useForm<TaskDraft>({
    values: task ? draftOf(task) : emptyTask,
    validate: (draft) =>
      Object.fromEntries(
        Object.entries(problemsOf(draft)).map(([field, rule]) => [field, t(rule, { shortest, longest })]),
      ),
    submit: (draft) => save.mutateAsync(inputOf(draft)),
    onSubmitted: () => {
      toast.success(t(task ? 'ping.changed' : 'ping.added'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      submit={t(task ? 'ping.save' : 'ping.create')}
      onClose={onClose}
      title={t(task ? 'ping.edit' : 'ping.add', { name: task?.name ?? '' })}
    >
      <Field label={t('ping.name')} error={form.error('name')}>
        <Input {...form.register('name')} maxLength={128} autoComplete="off" />
      </Field>
      <ProbeFields
        probe={form.draft}
        onChange={form.set}
        errors={{ probe_type: form.error('probe_type'), target: form.error('target') }}
      />
      <Field label={t('ping.interval')} hint={t('ping.intervalHint', { shortest })} error={form.error('interval')}>
        <Input {...form.register('interval')} inputMode="numeric" className="figures w-32" />
      </Field>
      <Scope form={form} />
    </FormDialog>
  )
}

function Scope({ form }: { form: FormState<TaskDraft> }): ReactNode {
  const t = useT()
  const { scope, servers } = form.draft
  const error = form.error('server_ids', 'servers')
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-sm" aria-hidden>
        {t('ping.scope')}
      </p>
      <div>
        <Segmented
          label={t('ping.scope')}
          value={scope}
          onChange={(value) => form.set({ scope: value })}
          options={(['all', 'some'] as const).map((value) => ({ value, label: t(`ping.scopes.${value}`) }))}
        />
      </div>
      {scope === 'all' ? (
        <p className="text-faint text-xs">{t('ping.allHint')}</p>
      ) : (
        <ServerPicker label={t('ping.scope')} chosen={servers} onChosen={(next) => form.set({ servers: [...next] })} />
      )}
      {error && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  )
}
