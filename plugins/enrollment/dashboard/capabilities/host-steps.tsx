import { CodeBlock, Select, useT } from '@svc/dashboard-sdk'
import { type Capability, capabilities, isCapability } from '@svc/protocol'
import { type ReactNode, useId, useState } from 'react'
import { type CapabilityFields, stateOf } from './capability-state.ts'
import { hostSteps } from './host-commands.ts'

/** Explains how to change a capability on the host, with commands to copy. */
export function HostSteps({ record }: { record: CapabilityFields }): ReactNode {
  const t = useT()
  const id = useId()
  const [chosen, setChosen] = useState<Capability>('terminal')
  const state = stateOf(record, chosen)
  return (
    <details className="group mt-5 border-t pt-4">
      <summary className="w-fit cursor-pointer rounded-xs font-medium text-accent text-sm">
        {t('capability.host.title')}
      </summary>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <label htmlFor={id} className="text-muted">
          {t('capability.host.which')}
        </label>
        <Select
          id={id}
          value={chosen}
          onChange={({ target: { value } }) => isCapability(value) && setChosen(value)}
          className="w-auto"
        >
          {capabilities.map((key) => (
            <option key={key} value={key}>
              {`${t(`capability.name.${key}`)} (${t(`capability.${stateOf(record, key).kind}`)})`}
            </option>
          ))}
        </Select>
      </div>
      <ol className="mt-4 flex flex-col gap-4">
        {hostSteps(chosen, state).map(({ text, command }) => (
          <li key={text} className="min-w-0">
            <p className="mb-1.5 text-muted text-sm">{t(`capability.host.${text}`)}</p>
            <CodeBlock text={command} label={t(`capability.host.${text}`)} />
          </li>
        ))}
      </ol>
    </details>
  )
}
