import { type ReactNode, useState } from 'react'
import type { ControlProps } from './control.ts'

/** Parses JSON; returns other text unchanged, for the schema to validate. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Edits a value without a dedicated control as JSON. Keeps the user's formatting while it represents the value. */
export function JsonControl({ id, value, describedBy, onChange, onBlur }: ControlProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [isTyping, setTyping] = useState(false)
  const keepsTyped = isTyping || isSame(parseJson(typed), value)
  return (
    <textarea
      id={id}
      rows={3}
      spellCheck={false}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      value={keepsTyped ? typed : (JSON.stringify(value, null, 2) ?? '')}
      onBlur={() => {
        setTyping(false)
        onBlur()
      }}
      onChange={({ target }) => {
        setTyped(target.value)
        setTyping(true)
        onChange(parseJson(target.value))
      }}
    />
  )
}
