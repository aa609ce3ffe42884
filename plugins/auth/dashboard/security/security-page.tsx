import { PageHeader, toast, usePageSearch, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useEffect } from 'react'
import { LinkedCard } from '../linked/linked-card.tsx'
import { securityPage } from '../pages.ts'
import { oauthErrorText } from '../sign-in/oauth-error.ts'
import { TwoFactorCard } from '../two-factor/two-factor-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Password, second factor, linked accounts and sessions of the user. */
export default function SecurityPage(): ReactNode {
  const t = useT()
  useLinkResult()
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

// Shows the result of linking an account once, then removes it from the URL.
function useLinkResult() {
  const t = useT()
  const [{ linked, oauth_error: oauthError }, setSearch] = usePageSearch(securityPage)
  useEffect(() => {
    if (linked === undefined && oauthError === undefined) return
    if (oauthError === undefined) toast.success(t('linked.done'))
    else toast.error(t(oauthErrorText(oauthError)))
    setSearch({ linked: undefined, oauth_error: undefined })
  }, [linked, oauthError, setSearch, t])
}
