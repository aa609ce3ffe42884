import { Checkbox, useApi, useMutate, usePluginRunning, useT } from '@svc/dashboard-sdk'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface Dependency {
  readonly id: string
  readonly depends_on: readonly string[]
}

interface Target {
  readonly id: string
  readonly name: string
}

const path = '/api/alert-dependencies'

/** What the alerts of a monitor depend on, if the alerts plugin is enabled. */
export function useDependencies(monitorId: string | undefined) {
  const enabled = usePluginRunning('alerts')
  const { data: targets = [] } = useApi<readonly Target[]>('/api/alert-dependency-targets', { enabled })
  const { data = [] } = useApi<readonly Dependency[]>(path, { enabled })
  const save = useMutate<{ id: string; depends_on: readonly string[] }, Dependency>(
    'PUT',
    ({ id }) => `${path}/${id}`,
    {
      body: ({ depends_on }) => ({ depends_on }),
      invalidates: [path],
    },
  )
  return {
    /** those that can be selected */
    targets,
    /** as stored; may include servers */
    stored: data.find(({ id }) => id === monitorId)?.depends_on ?? [],
    save: (id: string, depends_on: readonly string[]) => save.mutateAsync({ id, depends_on }),
  }
}

/** Selects the probe targets that a monitor depends on, if there are any. */
export function DependenciesField(props: {
  targets: readonly Target[]
  value: readonly string[]
  onChange: (ids: readonly string[]) => void
}): ReactNode {
  const { targets, value, onChange } = props
  const t = useT()
  if (targets.length === 0) return null
  const names = targets.filter(({ id }) => value.includes(id)).map(({ name }) => name)
  const toggle = (id: string) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id])
  return (
    <details className="group rounded-md ring-1 ring-line ring-inset">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-md px-3.5 py-2 text-sm">
        <ChevronRight className="size-4 shrink-0 text-faint group-open:rotate-90" aria-hidden />
        <span className="shrink-0 font-medium">{t('dependencies.label')}</span>
        <span className="min-w-0 truncate text-muted">
          {names.length > 0 ? names.join(', ') : t('dependencies.none')}
        </span>
      </summary>
      <fieldset className="flex min-w-0 flex-col gap-2 border-t px-3.5 py-3">
        <legend className="sr-only">{t('dependencies.label')}</legend>
        <p className="text-faint text-xs">{t('dependencies.hint')}</p>
        <div className="grid max-h-52 gap-2 overflow-y-auto sm:grid-cols-2">
          {targets.map(({ id, name }) => (
            <Checkbox key={id} label={name} checked={value.includes(id)} onChange={() => toggle(id)} />
          ))}
        </div>
      </fieldset>
    </details>
  )
}
