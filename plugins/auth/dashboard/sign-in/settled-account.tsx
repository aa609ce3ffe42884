import { useT } from '@svc/dashboard-sdk'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProviderMark } from './provider-mark.tsx'

/** Who the first step named; it cannot be changed in the second one. */
export function SettledAccount({ name, provider }: { name: string; provider?: string }): ReactNode {
  const t = useT()
  return (
    <span className="flex items-center gap-2">
      {provider ? (
        <ProviderMark id={provider} className="text-muted" />
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
