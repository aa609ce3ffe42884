import { Button, CopyButton, Field, PasswordInput, useT } from '@svc/dashboard-sdk'
import { Dices } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { StrengthMeter } from '../strength-meter.tsx'
import { generatePassword } from './generate-password.ts'

/** A password that an admin sets for someone else, typed or generated. */
export function AssignedPasswordField(props: {
  label: string
  value: string
  onChange: (password: string) => void
  username: string
  error?: ReactNode
}): ReactNode {
  const { label, value, onChange, username, error } = props
  const t = useT()
  const [shown, setShown] = useState(false)
  return (
    <Field
      label={label}
      hint={value ? <StrengthMeter password={value} username={username} /> : t('password.hint')}
      error={error}
    >
      <div className="flex flex-wrap gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <PasswordInput
            name="password"
            autoComplete="new-password"
            spellCheck={false}
            className="font-mono"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            shown={shown}
            onShown={setShown}
          />
        </div>
        <Button
          className="h-9"
          onClick={() => {
            onChange(generatePassword())
            setShown(true)
          }}
        >
          <Dices aria-hidden />
          {t('users.generate')}
        </Button>
        {value && <CopyButton text={value} />}
      </div>
    </Field>
  )
}
