import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../api/error-text.ts'
import { useT } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Notice } from '../ui/notice.tsx'

/** States that the shown data is stale because a refetch failed. */
export function StaleQueryNote({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const t = useT()
  return (
    <p role="alert" className="flex items-center gap-1.5 text-warn text-xs">
      <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
      <span className="truncate">{t('sdk:state.stale', { reason: errorText(error, t) })}</span>
      <IconButton label={t('sdk:action.retry')} size="sm" onClick={onRetry}>
        <RotateCw aria-hidden />
      </IconButton>
    </p>
  )
}

/** Shows the error of a failed query, with a retry button. */
export function QueryError({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const t = useT()
  return (
    <Notice
      icon={TriangleAlert}
      tone="danger"
      title={t('sdk:state.failed')}
      detail={errorText(error, t)}
      actions={
        <Button size="sm" onClick={onRetry}>
          {t('sdk:action.retry')}
        </Button>
      }
    />
  )
}
