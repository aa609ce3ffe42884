import { type ReactNode, useState } from 'react'
import type { ControlProps } from './control.ts'

/** JSON where it is, else the text itself: the schema says whether that is right. */
function parsed(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A value that has no control of its own, as JSON. What was typed stays as it is while it is typed, and while it means the value. */
export function JsonControl({ id, value, describedBy, onChange, onBlur }: ControlProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [isTyping, setTyping] = useState(false)
  const isMeant = isTyping || isSame(parsed(typed), value)
  return (
    <textarea
      id={id}
      rows={3}
      spellCheck={false}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      value={isMeant ? typed : (JSON.stringify(value, null, 2) ?? '')}
      onBlur={() => {
        setTyping(false)
        onBlur()
      }}
      onChange={({ target }) => {
        setTyped(target.value)
        setTyping(true)
        onChange(parsed(target.value))
      }}
    />
  )
}
