import { type ReactNode, useLayoutEffect, useState } from 'react'
import { cn } from '../cn.ts'
import { InlineError } from '../ui/inline-error.tsx'
import type { FormHandle } from './use-form.ts'

/** The form element of `useForm`. Shows errors of the server that belong to none of its fields at its end. */
export function Form(props: { form: FormHandle; className?: string; children: ReactNode }): ReactNode {
  const { form, className, children } = props
  const [isHidden, setHidden] = useState(false)
  // Only now all fields have been rendered.
  useLayoutEffect(() => setHidden(form.isFailureHidden()))
  return (
    <form
      ref={form.element}
      id={form.id}
      noValidate
      onSubmit={form.onSubmit}
      className={cn('flex flex-col gap-4.5', className)}
    >
      {children}
      {isHidden && <InlineError error={form.failure} />}
    </form>
  )
}
