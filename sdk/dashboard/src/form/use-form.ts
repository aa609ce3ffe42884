import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type UseFormRegister,
  useForm as useHookForm,
} from 'react-hook-form'
import { fieldRules } from '../api/error-text.ts'
import { useT } from '../i18n.ts'
import { toError } from '../to-error.ts'

/** Messages by path, such as `name` or `headers.0.value`. A field without an error is missing or undefined. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

interface FormOptions<Draft extends FieldValues, Result> {
  /** Initial draft. Later values, for example of a refetch, replace the fields that the user has not changed. */
  readonly values: Draft
  /** Errors of a draft. They are shown after the first attempt to submit; a draft with errors is not submitted. */
  readonly validate?: (draft: Draft) => FieldErrors
  /** Sends the draft, for example with `mutateAsync`. */
  readonly submit: (draft: Draft) => Promise<Result>
  /** Called after a successful submit, when the form is no longer dirty; it may close the form or navigate. */
  readonly onSubmitted?: (result: Result, draft: Draft) => void
  /** Errors of a failed submit by field; default: `fieldRules`, which reads the `details` of the response. */
  readonly errorsOf?: (error: Error) => FieldErrors
}

/** What `Form` and `FormDialog` need of a form. */
export interface FormHandle {
  /** id of the form element, for a submit button outside of it */
  readonly id: string
  readonly element: RefObject<HTMLFormElement | null>
  /** has unsaved changes */
  readonly isDirty: boolean
  readonly isSubmitting: boolean
  /** error of the last submit */
  readonly failure: Error | undefined
  /** Whether `failure` has an error that no field shows; valid after the fields have been rendered. */
  isFailureHidden(): boolean
  onSubmit(event: FormEvent): void
}

/** A form: its draft, the connection to its controls, and its errors. */
export interface FormState<Draft extends FieldValues> extends FormHandle {
  readonly draft: Draft
  /** Props of the input, textarea, select or checkbox of a field. */
  readonly register: UseFormRegister<Draft>
  /** Changes fields that have another kind of control. */
  set(changes: Partial<Draft>): void
  /**
   * The error to show at a field. One of the server disappears when the field changes: `draftPath` is the field of the
   * draft, if its path differs from that of the request body.
   */
  error(path: string, draftPath?: string): string | undefined
  /** Shows the error of another request with the draft, a test for example, as that of a submit; undefined: it succeeded. */
  fail(error: Error | undefined): void
  /** Discards the changes. */
  reset(): void
  /** Replaces the draft without making it dirty, for example after a submit by a form that stays open. */
  startOver(draft: Draft): void
}

/** Without this, `reset` also follows `resetOptions`, which are for new `values`. */
const everything = { keepDirtyValues: false, keepSubmitCount: false }

/** Drafts are cloned, so lists and objects are compared by content. */
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const pathsOf = (errors: FieldErrors = {}) => Object.keys(errors).filter((path) => errors[path] !== undefined)

/**
 * A form with a draft, a dirty state, validation, errors of the server at their fields, and focus on the first invalid one.
 * Render it with `FormDialog`, or with `Form` on a page.
 *
 * @example
 * const save = useMutate<NoteInput>('POST', '/api/notes', { invalidates: ['/api/notes'], onFailed: () => {} })
 * const form = useForm({
 *   values: { text: '' },
 *   validate: ({ text }) => ({ text: text.trim() ? undefined : t('note.required') }),
 *   submit: (draft) => save.mutateAsync(draft),
 *   onSubmitted: onClose,
 * })
 */
export function useForm<Draft extends FieldValues, Result = unknown>(
  options: FormOptions<Draft, Result>,
): FormState<Draft> {
  const { values, validate, submit, onSubmitted } = options
  const t = useT()
  const { errorsOf = (error: Error) => fieldRules(error, t) } = options
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const { register, watch, setValue, reset, handleSubmit, formState } = useHookForm<Draft>({
    values,
    resetOptions: { keepDirtyValues: true, keepSubmitCount: true },
    shouldFocusError: false,
  })
  const { isDirty, isSubmitting, submitCount } = formState
  const [failed, setFailed] = useState<{ readonly error: Error; readonly draft: Draft }>()
  const draft = watch()
  const invalid: FieldErrors = submitCount > 0 ? (validate?.(draft) ?? {}) : {}
  const rejected: FieldErrors = failed ? errorsOf(failed.error) : {}

  // Paths whose errors the fields of this rendering show.
  const [shown] = useState(() => new Set<string>())
  shown.clear()

  async function onSubmit(event: FormEvent) {
    // React also passes events of a dialog to the form that it was opened in.
    event.stopPropagation()
    let sent: { result: Result; draft: Draft } | undefined
    await handleSubmit(async (draft) => {
      if (pathsOf(validate?.(draft)).length > 0) return
      setFailed(undefined)
      try {
        sent = { result: await submit(draft), draft }
      } catch (error) {
        setFailed({ error: toError(error), draft })
      }
    })(event)
    if (!sent) {
      // after the errors have been rendered
      setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const { result, draft } = sent
    // The leave guard must know before `onSubmitted` navigates.
    flushSync(() => reset(draft, everything))
    onSubmitted?.(result, draft)
  }

  const startOver = (draft: Draft | undefined) => {
    setFailed(undefined)
    reset(draft, everything)
  }

  return {
    id,
    element,
    draft,
    register,
    isDirty,
    isSubmitting,
    failure: failed?.error,
    set(changes) {
      for (const [name, value] of Object.entries(changes)) {
        setValue(name as Path<Draft>, value as PathValue<Draft, Path<Draft>>, { shouldDirty: true })
      }
    },
    error(path, draftPath = path) {
      shown.add(path)
      const isStale = failed !== undefined && !isSame(get(failed.draft, draftPath), get(draft, draftPath))
      return invalid[path] ?? (isStale ? undefined : rejected[path])
    },
    isFailureHidden() {
      const paths = pathsOf(rejected)
      return failed !== undefined && (paths.length === 0 || paths.some((path) => !shown.has(path)))
    },
    fail: (error) => setFailed(error && { error, draft }),
    reset: () => startOver(undefined),
    startOver,
    onSubmit: (event) => void onSubmit(event),
  }
}
