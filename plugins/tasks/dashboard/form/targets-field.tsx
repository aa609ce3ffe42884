import { Checkbox, Field, Input, ServerPicker, useApi, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useId } from 'react'

interface Group {
  readonly id: string
  readonly name: string
}

interface Targets {
  readonly servers: readonly string[]
  readonly groups: readonly string[]
  readonly tags: string
}

/** The servers of a task: by name, group and tag. */
export function TargetsField(props: {
  value: Targets
  onChange: (change: Partial<Targets>) => void
  error: string | undefined
}): ReactNode {
  const { value, onChange, error } = props
  const t = useT()
  const id = useId()
  const { data: groups = [] } = useApi<readonly Group[]>('/api/server-groups')
  const toggle = (group: string) =>
    onChange({
      groups: value.groups.includes(group) ? value.groups.filter((one) => one !== group) : [...value.groups, group],
    })
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium text-sm" aria-hidden>
        {t('form.servers')}
      </p>
      <ServerPicker
        label={t('form.servers')}
        chosen={value.servers}
        onChosen={(servers) => onChange({ servers })}
        describedBy={error ? id : undefined}
      />
      {error && (
        <p id={id} role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
      {groups.length > 0 && (
        <fieldset className="flex flex-wrap gap-x-5 gap-y-1.5">
          <legend className="mb-1.5 font-medium text-sm">{t('form.groups')}</legend>
          {groups.map(({ id: group, name }) => (
            <Checkbox key={group} label={name} checked={value.groups.includes(group)} onChange={() => toggle(group)} />
          ))}
        </fieldset>
      )}
      <Field label={t('form.tags')} hint={t('form.tagsHint')}>
        <Input
          value={value.tags}
          onChange={({ target }) => onChange({ tags: target.value })}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
    </div>
  )
}
