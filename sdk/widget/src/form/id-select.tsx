import type { ReactNode } from 'react'
import type { ControlProps } from './control.ts'
import { type IdKind, idChoices } from './id-choices.ts'

/** Selects a server or monitor. A selected one that no longer exists stays selected and is shown by its id. */
export function IdSelect(props: ControlProps & { kind: IdKind }): ReactNode {
  const { kind, id, value, isOptional, describedBy, onChange, onBlur } = props
  const useChoices = idChoices[kind]
  const choices = useChoices()
  const selected = typeof value === 'string' ? value : ''
  const isMissing = selected !== '' && !choices.some((choice) => choice.value === selected)
  return (
    <select
      id={id}
      value={selected}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {(isOptional || selected === '') && <option value="">–</option>}
      {isMissing && <option value={selected}>{selected}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
