import type { ReactNode } from 'react'
import { errorText } from '../api/error-text.ts'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { Button } from './button.tsx'

/** States that the content below is stale because a refetch failed; renders nothing without an error. */
export function StaleNote(props: { error: unknown; onRetry: () => void; className?: string }): ReactNode {
  const { error, onRetry, className } = props
  const t = useT()
  if (!error) return null
  return (
    <div
      role="alert"
      className={cn('mb-3 flex flex-wrap items-center gap-3 rounded-md bg-danger/10 px-3 py-2 text-sm', className)}
    >
      <p className="min-w-0 break-words">{t('sdk:state.stale', { reason: errorText(error, t) })}</p>
      <Button size="sm" onClick={onRetry}>
        {t('sdk:action.retry')}
      </Button>
    </div>
  )
}
