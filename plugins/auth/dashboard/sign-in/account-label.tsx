import { useT } from '@svc/dashboard-sdk'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProviderIcon } from './provider-icon.tsx'

/** The account chosen in the first step, shown read-only in the second. */
export function AccountLabel({ name, provider }: { name: string; provider?: string }): ReactNode {
  const t = useT()
  return (
    <span className="flex items-center gap-2">
      {provider ? (
        <ProviderIcon id={provider} className="text-muted" />
      ) : (
        <UserRound className="size-4 shrink-0 text-muted" aria-hidden />
      )}
      <span className="min-w-0 truncate" title={name}>
        <span className="sr-only">{t('signIn.as')} </span>
        {name}
      </span>
    </span>
  )
}
