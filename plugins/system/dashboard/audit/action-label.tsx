import { useT } from '@svc/dashboard-sdk'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isDenial } from './is-denial.ts'
import { useActionText } from './use-action-text.ts'

/** An action as text and code. */
export function ActionLabel({ action }: { action: string }): ReactNode {
  const t = useT()
  const text = useActionText()(action)
  return (
    <span className="block min-w-0">
      <span className="flex items-start gap-1.5">
        {isDenial(action) && (
          <ShieldAlert role="img" aria-label={t('audit.refused')} className="mt-0.5 size-4 shrink-0 text-warn" />
        )}
        {text !== undefined && <span className="font-medium">{text}</span>}
        {text === undefined && <code className="break-all font-mono text-xs leading-5">{action}</code>}
      </span>
      {text !== undefined && <code className="block break-all font-mono text-2xs text-faint">{action}</code>}
    </span>
  )
}
