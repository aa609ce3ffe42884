import type { ReactNode } from 'react'
import type { ControlProps } from './control.ts'
import { type IdKind, idChoices } from './id-choices.ts'

/** Chooses a server or a monitor; one that is gone stays chosen and is shown by its id. */
export function IdSelect(props: ControlProps & { kind: IdKind }): ReactNode {
  const { kind, id, value, isOptional, describedBy, onChange, onBlur } = props
  const useChoices = idChoices[kind]
  const choices = useChoices()
  const chosen = typeof value === 'string' ? value : ''
  const isGone = chosen !== '' && !choices.some((choice) => choice.value === chosen)
  return (
    <select
      id={id}
      value={chosen}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {(isOptional || chosen === '') && <option value="">–</option>}
      {isGone && <option value={chosen}>{chosen}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
