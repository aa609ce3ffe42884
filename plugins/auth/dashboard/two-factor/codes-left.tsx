import { useT } from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { codesPerSet, lowCodesThreshold } from './two-factor.ts'

/** Number of unused recovery codes, with a warning when few are left. */
export function CodesLeft({ left }: { left: number }): ReactNode {
  const t = useT()
  const count = t('twoFactor.codesLeft', { left, all: codesPerSet })
  if (left > lowCodesThreshold) return count
  return (
    <span className="flex items-start gap-1.5 text-warn">
      <TriangleAlert className="mt-[3px] size-3.5 shrink-0" aria-hidden />
      <span>{left === 0 ? t('twoFactor.codesGone') : `${count} ${t('twoFactor.codesFew')}`}</span>
    </span>
  )
}
