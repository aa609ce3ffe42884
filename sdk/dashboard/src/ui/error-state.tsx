import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../api/error-text.ts'
import { useT } from '../i18n.ts'
import { Button } from './button.tsx'

/** Shows an error with a retry button. */
export function ErrorState(props: { error: unknown; onRetry?: () => void; title?: ReactNode }): ReactNode {
  const t = useT()
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <TriangleAlert className="mb-3 size-6 text-danger" strokeWidth={1.6} aria-hidden />
      <p className="font-semibold text-[1rem]">{props.title ?? t('sdk:state.failed')}</p>
      <p className="mt-1 max-w-md text-balance text-muted text-sm">{errorText(props.error, t)}</p>
      {props.onRetry && (
        <Button className="mt-4" onClick={props.onRetry}>
          {t('sdk:action.retry')}
        </Button>
      )}
    </div>
  )
}
