import { ApiFailure, ConfirmDialog, FailureNote, toast, useMutate, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Provider } from '../sign-in/use-providers.js'
import { accountName, type LinkedAccount } from './link-rows.js'

/** Asks before an account at a provider stops signing the user in. */
export function UnlinkDialog(props: { provider: Provider; account: LinkedAccount; onClose: () => void }): ReactNode {
  const { provider, account, onClose } = props
  const t = useT()
  const unlink = useMutate<string>('DELETE', (id) => `/api/auth/oauth/accounts/${encodeURIComponent(id)}`, {
    invalidates: ['/api/auth/oauth/accounts'],
    onDone: () => {
      toast.success(t('linked.unlinked', { provider: provider.title }))
      onClose()
    },
    onFailed: () => undefined,
  })
  // the only conflict there is; the card does not offer it, but another tab may have unlinked the others
  const failure = unlink.error?.status === 409 ? new ApiFailure(409, 'ONLY_WAY_IN', unlink.error.message) : unlink.error
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('linked.unlinkTitle', { provider: provider.title })}
      description={t('linked.unlinkText', { account: accountName(account) })}
      action={t('linked.unlink')}
      busy={unlink.isPending}
      onConfirm={() => unlink.mutate(account.id)}
    >
      {failure && <FailureNote failure={failure} />}
    </ConfirmDialog>
  )
}
