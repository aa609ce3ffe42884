import { useMutate, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { ProofDialog } from './proof-dialog.tsx'
import { SaveCodesDialog } from './save-codes-dialog.tsx'
import { type NewCodes, type Proof, twoFactorPath } from './two-factor.ts'

/** Replaces all recovery codes by ten new ones. */
export function NewCodesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const renew = useMutate<Proof, NewCodes>('POST', `${twoFactorPath}/recovery-codes`, {
    invalidates: [twoFactorPath],
    onFailed: () => undefined,
  })
  if (renew.data) {
    return <SaveCodesDialog title={t('twoFactor.newCodesTitle')} codes={renew.data.recovery_codes} onClose={onClose} />
  }
  return (
    <ProofDialog
      title={t('twoFactor.renewTitle')}
      description={t('twoFactor.renewText')}
      action={t('twoFactor.renew')}
      busy={renew.isPending}
      error={renew.error}
      onProof={(proof) => renew.mutate(proof)}
      onClose={onClose}
    />
  )
}
