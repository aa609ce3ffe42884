import { Button, CopyButton, Field, InlineError, useT } from '@svc/dashboard-sdk'
import { Smartphone } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { focusField } from '../focus-field.ts'
import { CodeInput } from './code-input.tsx'
import { groupsOf } from './codes.ts'
import type { Setup } from './two-factor.ts'

interface Props {
  id: string
  setup: Setup
  code: string
  onCode: (code: string) => void
  onSubmit: (code: string) => void
  busy: boolean
  wrong: string | undefined
  error: unknown
}

/** The secret as QR code and text, and the field for the first code. */
export function ScanStep({ id, setup, code, onCode, onSubmit, busy, wrong, error }: Props): ReactNode {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const { secret, otpauth_url: otpauthUrl, qr_code_base64: qrCode } = setup

  useEffect(() => {
    if (!wrong) return
    focusField(form.current, 'totp_code')
    form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [wrong])

  return (
    <form
      ref={form}
      id={id}
      noValidate
      {...touchAutofocus()}
      className="grid outline-none gap-x-6 gap-y-5 md:grid-cols-[auto_minmax(0,1fr)]"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit(code)
      }}
    >
      <div className="justify-self-center rounded-lg bg-white p-2.5 ring-1 ring-line max-md:order-1">
        <img
          src={`data:image/png;base64,${qrCode}`}
          alt={t('twoFactor.picture')}
          className="block size-36 md:size-44 [image-rendering:pixelated]"
        />
      </div>
      <div className="flex min-w-0 flex-col justify-center gap-4 max-md:contents">
        <p className="text-sm max-md:order-0">{t('twoFactor.scan')}</p>
        <div className="max-md:order-2">
          <p className="mb-1.5 text-muted text-sm">{t('twoFactor.type')}</p>
          <div className="flex items-center gap-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3 ring-1 ring-line ring-inset">
            {/* Spaces between the groups are margins, so that a selection copies the bare secret. */}
            <code className="flex min-w-0 flex-1 select-all flex-wrap font-mono text-sm">
              {groupsOf(secret).map((group, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a secret do not move
                <span key={index} className="mr-2">
                  {group}
                </span>
              ))}
            </code>
            <CopyButton text={secret} />
          </div>
          <Button asChild className="mt-3 h-11 w-full md:hidden">
            <a href={otpauthUrl}>
              <Smartphone aria-hidden />
              {t('twoFactor.openApp')}
            </a>
          </Button>
        </div>
      </div>
      <div className="flex flex-col gap-3 border-t pt-5 max-md:order-3 md:col-span-2">
        <Field
          label={t('signIn.code')}
          hint={t('twoFactor.codeHint')}
          error={wrong && <span role="alert">{wrong}</span>}
        >
          <CodeInput value={code} readOnly={busy} onChange={onCode} onComplete={onSubmit} />
        </Field>
        <InlineError error={error} />
      </div>
    </form>
  )
}

/** On touch screens the form gets the focus instead of its field, because the keyboard would cover the QR code. */
const touchAutofocus = () =>
  window.matchMedia('(pointer: coarse)').matches ? { tabIndex: -1, 'data-autofocus': true } : {}
