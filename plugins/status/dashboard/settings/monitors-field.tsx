import { Checkbox, useApi, usePluginRunning, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

interface Monitor {
  readonly id: string
  readonly name: string
}

/** The service monitors of the page; nothing without that plugin, or without monitors. */
export function MonitorsField(props: {
  chosen: readonly string[]
  onChosen: (ids: readonly string[]) => void
  error: string | undefined
}): ReactNode {
  const { chosen, onChosen, error } = props
  const t = useT()
  const enabled = usePluginRunning('monitors')
  const { data = [] } = useApi<readonly Monitor[]>('/api/service-monitors', { enabled })
  if (data.length === 0) return null
  const toggle = (id: string) => onChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{t('settings.services')}</legend>
      <div className="grid max-h-52 gap-2 overflow-y-auto sm:grid-cols-2">
        {data.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-danger text-xs">
          {error}
        </p>
      )}
    </fieldset>
  )
}
