import { CodeBlock, Select, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useId, useState } from 'react'
import { useCapabilities } from './capabilities.ts'
import { type CapabilityFields, stateOf } from './capability-state.ts'
import { hostSteps } from './host-commands.ts'

/** Explains how to change a capability on the host, with commands to copy. */
export function HostSteps({ record }: { record: CapabilityFields }): ReactNode {
  const t = useT()
  const id = useId()
  const capabilities = useCapabilities().flatMap((group) => group.capabilities)
  const [name, setName] = useState<string>()
  const chosen = capabilities.find((capability) => capability.name === name) ?? capabilities[0]
  if (!chosen) return null
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
        <Select id={id} value={chosen.name} onChange={({ target: { value } }) => setName(value)} className="w-auto">
          {capabilities.map((capability) => (
            <option key={capability.name} value={capability.name}>
              {`${capability.texts.name} (${t(`capability.${stateOf(record, capability).kind}`)})`}
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
