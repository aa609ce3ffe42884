import { PageHeader, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { PasswordCard } from './password-card.js'
import { SessionsCard } from './sessions-card.js'

/** The user's own password and sessions. */
export default function SecurityPage(): ReactNode {
  const t = useT()
  return (
    <>
      <PageHeader title={t('security.title')} description={t('security.lead')} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <PasswordCard />
        <SessionsCard />
      </div>
    </>
  )
}
