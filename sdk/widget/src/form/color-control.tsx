import type { ReactNode } from 'react'
import type { ControlProps } from './control.ts'

const isHex = (text: string) => /^#[\da-f]{6}$/i.test(text)

/** A text field for any color format, and a color picker, which only supports hex. */
export function ColorControl({ id, value, isOptional, describedBy, onChange, onBlur }: ControlProps): ReactNode {
  const text = typeof value === 'string' ? value : ''
  return (
    <span className="svc-color">
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-invalid={describedBy !== undefined}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onChange={({ target }) => onChange(target.value === '' && isOptional ? undefined : target.value)}
      />
      <input
        type="color"
        aria-labelledby={id}
        tabIndex={-1}
        value={isHex(text) ? text : '#888888'}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  )
}
