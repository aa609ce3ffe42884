import { PageHeader, toast, usePageSearch, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useEffect } from 'react'
import { LinkedCard } from '../linked/linked-card.tsx'
import { securityPage } from '../pages.ts'
import { oauthErrorText } from '../sign-in/oauth-error.ts'
import { TwoFactorCard } from '../two-factor/two-factor-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** How the user signs in, and where they are signed in. */
export default function SecurityPage(): ReactNode {
  const t = useT()
  useNews()
  return (
    <>
      <PageHeader title={t('security.title')} description={t('security.lead')} />
      <div className="grid max-w-6xl items-start gap-5 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <PasswordCard />
        <div className="flex min-w-0 flex-col gap-5">
          <TwoFactorCard />
          <LinkedCard />
          <SessionsCard />
        </div>
      </div>
    </>
  )
}

// What a provider's page led back with. It is told once and then leaves the address.
function useNews() {
  const t = useT()
  const [{ linked, oauth_error: refused }, setSearch] = usePageSearch(securityPage)
  useEffect(() => {
    if (linked === undefined && refused === undefined) return
    if (refused === undefined) toast.success(t('linked.done'))
    else toast.error(t(oauthErrorText(refused)))
    setSearch({ linked: undefined, oauth_error: undefined })
  }, [linked, refused, setSearch, t])
}
