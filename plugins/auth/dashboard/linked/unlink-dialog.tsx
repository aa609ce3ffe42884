import { ApiError, DeleteDialog, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Provider } from '../sign-in/use-providers.ts'
import { accountName, type LinkedAccount } from './link-rows.ts'

/** The only 409 of this route. The card hides the button, but another tab may have unlinked the other accounts. */
const explain = (error: ApiError) => (error.status === 409 ? new ApiError(409, 'ONLY_WAY_IN', error.message) : error)

/** Confirms unlinking a provider account. */
export function UnlinkDialog(props: { provider: Provider; account: LinkedAccount; onClose: () => void }): ReactNode {
  const { provider, account, onClose } = props
  const t = useT()
  return (
    <DeleteDialog
      path={`/api/auth/oauth/accounts/${encodeURIComponent(account.id)}`}
      invalidates={['/api/auth/oauth/accounts']}
      title={t('linked.unlinkTitle', { provider: provider.title })}
      description={t('linked.unlinkText', { account: accountName(account) })}
      action={t('linked.unlink')}
      done={t('linked.unlinked', { provider: provider.title })}
      explain={explain}
      onClose={onClose}
    />
  )
}
