import { cn, useT } from '@svc/dashboard-sdk'
import { Eye, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Role, roles } from './user.ts'

const icons = { member: Eye, admin: ShieldCheck }

/** Choice of a role, with its permissions. */
export function RoleField(props: { value: Role; onChange: (role: Role) => void; error?: ReactNode }): ReactNode {
  const { value, onChange, error } = props
  const t = useT()
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-medium text-sm">{t('users.role')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {roles.map((role) => {
          const Icon = icons[role]
          return (
            <label
              key={role}
              className={cn(
                'flex cursor-pointer items-start gap-2.5 rounded-md border border-line-strong px-3 py-2.5 transition-colors hover:border-muted',
                'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent',
              )}
            >
              <input
                type="radio"
                name={`${id}-role`}
                value={role}
                checked={role === value}
                onChange={() => onChange(role)}
                aria-describedby={`${id}-${role}`}
                className="sr-only"
              />
              <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
              <span className="min-w-0">
                <span className="block font-medium text-sm">{t(`users.roles.${role}`)}</span>
                <span id={`${id}-${role}`} className="mt-0.5 block text-muted text-xs">
                  {t(`users.roleText.${role}`)}
                </span>
              </span>
            </label>
          )
        })}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-danger text-xs">
          {error}
        </p>
      )}
    </fieldset>
  )
}
