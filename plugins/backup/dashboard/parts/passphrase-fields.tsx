import { Field, type FormState, PasswordInput, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'

/** The draft of a form with a new passphrase. */
export interface PassphraseDraft {
  readonly passphrase: string
  readonly repeated: string
}

const minPassphraseLength = 12

/** Keys of the errors of a new passphrase. */
export const passphraseProblems = ({
  passphrase,
  repeated,
}: PassphraseDraft): Partial<Record<keyof PassphraseDraft, string>> => ({
  ...(passphrase.length < minPassphraseLength && { passphrase: 'passphrase.short' }),
  ...(repeated !== passphrase && { repeated: 'passphrase.different' }),
})

/** A new passphrase, typed twice, because a typo would make the backup useless. */
export function PassphraseFields<Draft extends PassphraseDraft>(props: {
  form: Pick<FormState<Draft>, 'draft' | 'error' | 'set'>
  hint: string
  placeholder?: string
}): ReactNode {
  const { form, hint, placeholder } = props
  const t = useT()
  const [shown, setShown] = useState(false)
  const set = (changes: Partial<PassphraseDraft>) => form.set(changes as Partial<Draft>)
  const common = { shown, onShown: setShown, autoComplete: 'new-password', spellCheck: false } as const
  return (
    <>
      <Field label={t('passphrase.label')} hint={hint} error={form.error('passphrase')}>
        <PasswordInput
          {...common}
          placeholder={placeholder}
          value={form.draft.passphrase}
          onChange={({ target }) => set({ passphrase: target.value })}
        />
      </Field>
      {(placeholder === undefined || form.draft.passphrase !== '') && (
        <Field label={t('passphrase.repeat')} error={form.error('repeated')}>
          <PasswordInput
            {...common}
            value={form.draft.repeated}
            onChange={({ target }) => set({ repeated: target.value })}
          />
        </Field>
      )}
    </>
  )
}
