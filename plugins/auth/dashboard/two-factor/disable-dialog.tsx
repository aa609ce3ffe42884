import { toast, useMutate, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { ProofDialog } from './proof-dialog.tsx'
import { type Proof, twoFactorPath } from './two-factor.ts'

/** Disables two-factor authentication. */
export function DisableDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const disable = useMutate<Proof>('POST', `${twoFactorPath}/disable`, {
    invalidates: [twoFactorPath, '/api/auth/sessions'],
    onDone: () => {
      toast.success(t('twoFactor.turnedOff'))
      onClose()
    },
    onFailed: () => undefined,
  })
  return (
    <ProofDialog
      title={t('twoFactor.turnOffTitle')}
      description={t('twoFactor.turnOffText')}
      action={t('twoFactor.turnOff')}
      destructive
      busy={disable.isPending}
      error={disable.error}
      onProof={(proof) => disable.mutate(proof)}
      onClose={onClose}
    />
  )
}
