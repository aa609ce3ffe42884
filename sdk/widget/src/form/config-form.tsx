import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { ConfigSchema } from '../define-widget.ts'
import { Field } from './field.tsx'
import { FieldList } from './field-list.tsx'
import { type FieldPath, FormContext, type FormState, pathKey } from './form-context.ts'
import { issueText } from './issue-text.ts'
import { JsonControl } from './json-control.tsx'
import { withRequiredValues } from './required-values.ts'
import { type Shape, shapeOf } from './shape-of.ts'

/** Props of `ConfigForm`. */
export interface ConfigFormProps<Schema extends ConfigSchema = ConfigSchema> {
  readonly schema: Schema
  /** the stored configuration; members may be missing or invalid */
  readonly value: Readonly<Record<string, unknown>>
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void
  /** also shows errors of untouched fields, for example after a failed save */
  readonly showAll?: boolean
  /**
   * Translates the texts of the form. Keys are labels as given by `describe`, choices as `<label>.<choice>`, `form.search`,
   * `form.json`, and for errors `form.missing` and `form.choice`, and with `{n}` for the limit `form.least`, `form.most` and both of them
   * followed by `Characters` or `Entries`. Untranslated texts are shown as they are.
   */
  readonly textOf?: (key: string) => string | undefined
}

/**
 * A configuration form generated from the schema. Validation errors are shown below their fields. A schema without fixed
 * members, such as a union, is edited as JSON.
 */
export function ConfigForm(props: ConfigFormProps): ReactNode {
  const shape = shapeOf(props.schema)
  return shape ? <MemberForm {...props} shape={shape} /> : <JsonForm {...props} />
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function JsonForm({ schema, value, onChange, showAll = false, textOf }: ConfigFormProps) {
  const id = useId()
  const [isTouched, setTouched] = useState(false)
  const issue = useMemo(() => schema.safeParse(value).error?.issues[0], [schema, value])
  const error =
    issue && (showAll || isTouched)
      ? `${issue.path.join('.')} ${issueText(issue, (text) => textOf?.(text))}`.trim()
      : undefined
  return (
    <div className="svc-form">
      <div className="svc-field">
        <label htmlFor={id}>{textOf?.('form.json') ?? 'Configuration (JSON)'}</label>
        <JsonControl
          id={id}
          value={value}
          isOptional={false}
          describedBy={error ? `${id}-problem` : undefined}
          onChange={(next) => {
            setTouched(true)
            if (isRecord(next)) onChange(next)
          }}
          onBlur={() => setTouched(true)}
        />
        {error && (
          <p id={`${id}-problem`} className="svc-problem" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

function MemberForm({ schema, shape, value, onChange, showAll = false, textOf }: ConfigFormProps & { shape: Shape }) {
  const id = useId()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  // Store what the form displays, even if the user changes nothing.
  useEffect(() => {
    const complete = withRequiredValues(shape, value)
    if (complete !== value) onChange(complete)
  }, [shape, value, onChange])
  const errors = useMemo(() => {
    const { error } = schema.safeParse(value)
    const messages = new Map<string, string>()
    for (const issue of error?.issues ?? []) {
      const key = pathKey(issue.path as FieldPath)
      if (messages.has(key)) continue
      messages.set(
        key,
        issueText(issue, (text) => textOf?.(text)),
      )
    }
    return messages
  }, [schema, value, textOf])
  const state = useMemo(
    (): FormState => ({
      id,
      Field,
      textOf: (key) => textOf?.(key) ?? undefined,
      errorAt: (path) => (showAll || touched.has(pathKey(path)) ? errors.get(pathKey(path)) : undefined),
      touch: (path) =>
        setTouched((before) => (before.has(pathKey(path)) ? before : new Set(before).add(pathKey(path)))),
    }),
    [id, errors, touched, showAll, textOf],
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
