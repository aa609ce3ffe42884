import {
  Button,
  Field,
  FormDialog,
  fieldRules,
  InlineError,
  Input,
  Segmented,
  ServerPicker,
  toast,
  useErrorFocus,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { PingTask, PingTaskInput } from '@svc/plugin-probes/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { pingTaskPath, pingTasksPath } from '../paths.ts'
import { ProbeFields } from '../targets/probe-fields.tsx'
import {
  draftOf,
  emptyTask,
  inputOf,
  longest,
  type Problems,
  problemsOf,
  shortest,
  type TaskDraft,
} from './task-draft.ts'

/** Adds or edits a ping task. */
export function TaskDialog({ task, onClose }: { task: PingTask | undefined; onClose: () => void }): ReactNode {
  const t = useT()
  const [before] = useState(() => (task ? draftOf(task) : emptyTask))
  const [draft, setDraft] = useState<TaskDraft>(before)
  const [tried, setTried] = useState(false)
  const save = useMutate<PingTaskInput>(task ? 'PUT' : 'POST', task ? pingTaskPath(task.id) : pingTasksPath, {
    invalidates: [pingTasksPath],
    onDone: () => {
      toast.success(t(task ? 'ping.changed' : 'ping.added'))
      onClose()
    },
    onFailed: () => undefined,
  })
  const problems = problemsOf(draft)
  const refused = fieldRules(save.error, t)
  const { form, focusFirstError } = useErrorFocus(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problems).length === 0) save.mutate(inputOf(draft))
    else focusFirstError()
  }
  const put = (patch: Partial<TaskDraft>) => setDraft({ ...draft, ...patch })
  const error = (field: keyof Problems) =>
    tried && problems[field] ? t(problems[field], { shortest, longest }) : refused[field]
  const isDirty = JSON.stringify(inputOf(draft)) !== JSON.stringify(inputOf(before))
  return (
    <FormDialog
      dirty={isDirty && !save.isSuccess}
      onClose={onClose}
      title={t(task ? 'ping.edit' : 'ping.add', { name: task?.name ?? '' })}
      action={
        <Button type="submit" form="ping-task" variant="primary" busy={save.isPending}>
          {t(task ? 'ping.save' : 'ping.create')}
        </Button>
      }
    >
      <form ref={form} id="ping-task" noValidate onSubmit={submit} className="flex flex-col gap-4.5">
        <Field label={t('ping.name')} error={error('name')}>
          <Input
            value={draft.name}
            onChange={({ target }) => put({ name: target.value })}
            maxLength={128}
            autoComplete="off"
          />
        </Field>
        <ProbeFields
          probe={draft}
          onChange={put}
          errors={{ probe_type: refused.probe_type, target: error('target') }}
        />
        <Field label={t('ping.interval')} hint={t('ping.intervalHint', { shortest })} error={error('interval')}>
          <Input
            inputMode="numeric"
            value={draft.interval}
            onChange={({ target }) => put({ interval: target.value })}
            className="figures w-32"
          />
        </Field>
        <Scope draft={draft} onChange={put} error={error('server_ids')} />
        {Object.keys(refused).length === 0 && <InlineError error={save.error} />}
      </form>
    </FormDialog>
  )
}

function Scope(props: {
  draft: TaskDraft
  onChange: (patch: Partial<TaskDraft>) => void
  error: string | undefined
}): ReactNode {
  const { draft, onChange, error } = props
  const t = useT()
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-sm" aria-hidden>
        {t('ping.scope')}
      </p>
      <div>
        <Segmented
          label={t('ping.scope')}
          value={draft.scope}
          onChange={(scope) => onChange({ scope })}
          options={(['all', 'some'] as const).map((value) => ({ value, label: t(`ping.scopes.${value}`) }))}
        />
      </div>
      {draft.scope === 'all' ? (
        <p className="text-faint text-xs">{t('ping.allHint')}</p>
      ) : (
        <ServerPicker
          label={t('ping.scope')}
          chosen={draft.servers}
          onChosen={(servers) => onChange({ servers: [...servers] })}
        />
      )}
      {error && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  )
}
