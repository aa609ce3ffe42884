import { Button, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { oauthAddress } from './oauth-address.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { saveNext } from './saved-next.ts'
import { useProviders } from './use-providers.ts'

/** Buttons of the sign-in providers. They are links, because the browser leaves for the provider. */
export function ProviderButtons({ next }: { next: string | undefined }): ReactNode {
  const t = useT()
  const providers = useProviders()
  if (!providers || providers.length === 0) return null
  return (
    <div className="mt-5 animate-fade">
      <p className="mb-5 flex items-center gap-3 text-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('signIn.or')}
      </p>
      <ul className="flex flex-col gap-2.5">
        {providers.map(({ id, title }) => (
          <li key={id}>
            <Button asChild size="lg" className="w-full max-md:h-11">
              <a href={oauthAddress(id, { next })} onClick={() => saveNext(next)}>
                <ProviderIcon id={id} />
                <span className="truncate">{t('signIn.with', { provider: title })}</span>
              </a>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
