import { createContext, type ReactNode, useContext, useId } from 'react'

interface FieldIds {
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
}

const FieldContext = createContext<FieldIds>({})

/** The attributes that link a control to its `Field`. */
export const useFieldIds = (): FieldIds => useContext(FieldContext)

/** A labelled control with optional hint and error, which are linked to `Input`, `Textarea` and `Select` automatically. */
export function Field(props: {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** right of the label */
  aside?: ReactNode
  children: ReactNode
}): ReactNode {
  const { label, hint, error, aside, children } = props
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {aside && <span className="text-faint text-xs">{aside}</span>}
      </div>
      <FieldContext
        value={{ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined }}
      >
        {children}
      </FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-faint text-xs">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      )}
    </div>
  )
}
