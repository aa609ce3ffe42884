import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type * as zod from 'zod'
import type { ConfigSchema } from '../define-widget.ts'
import { completed } from './completed.ts'
import { Field } from './field.tsx'
import { FieldList } from './field-list.tsx'
import { type FieldPath, FormContext, type FormState, pathKey } from './form-context.ts'
import { problemText } from './problem-text.ts'

/** What a form for a configuration needs. */
export interface ConfigFormProps<Schema extends ConfigSchema = ConfigSchema> {
  readonly schema: Schema
  /** as stored: members may be missing, and wrong */
  readonly value: Readonly<Record<string, unknown>>
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void
  /** shows the problems of fields nobody was at yet, after an attempt to save for example */
  readonly showAll?: boolean
  /**
   * Texts in the language of the user: of labels as `describe` gives them, and of choices as `<label>.<choice>`; of the
   * form itself `form.search`, and of what is wrong `form.missing`, `form.choice`, and with `{n}` for the limit
   * `form.least`, `form.most` and each of them with `Characters` and `Entries`. What it does not know is shown as it is.
   */
  readonly textOf?: (key: string) => string | undefined
}

/** A form for a configuration, made from its schema. What is wrong is said below its field. */
export function ConfigForm({ schema, value, onChange, showAll = false, textOf }: ConfigFormProps): ReactNode {
  const id = useId()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const shape = schema.shape as Readonly<Record<string, zod.ZodType>>
  // what is shown is what is stored, also where nobody touches it
  useEffect(() => {
    const whole = completed(shape, value)
    if (whole !== value) onChange(whole)
  }, [shape, value, onChange])
  const problems = useMemo(() => {
    const { error } = (schema as zod.ZodType).safeParse(value)
    const found = new Map<string, string>()
    for (const issue of error?.issues ?? []) {
      const key = pathKey(issue.path as FieldPath)
      if (!found.has(key))
        found.set(
          key,
          problemText(issue, (text) => textOf?.(text)),
        )
    }
    return found
  }, [schema, value, textOf])
  const state = useMemo(
    (): FormState => ({
      id,
      Field,
      textOf: (key) => textOf?.(key) ?? undefined,
      problemAt: (path) => (showAll || touched.has(pathKey(path)) ? problems.get(pathKey(path)) : undefined),
      touch: (path) =>
        setTouched((before) => (before.has(pathKey(path)) ? before : new Set(before).add(pathKey(path)))),
    }),
    [id, problems, touched, showAll, textOf],
  )
  return (
    <FormContext value={state}>
      <div className="svc-form">
        <FieldList shape={shape} value={value} path={[]} onChange={onChange} />
      </div>
    </FormContext>
  )
}

/** `ConfigForm` as a function. */
export const renderConfigForm = <Schema extends ConfigSchema>(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  onChange: (value: Readonly<Record<string, unknown>>) => void,
): ReactNode => <ConfigForm schema={schema} value={value} onChange={onChange} />
