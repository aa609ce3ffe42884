import { useT } from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Lists the consequences of an action; screen readers announce changes. */
export function Consequences({
  title,
  keys,
  name,
}: {
  title: string
  keys: readonly string[]
  name: string
}): ReactNode {
  const t = useT()
  return (
    <div role="status">
      {keys.length > 0 && (
        <div className="flex items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2.5 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          <div className="min-w-0">
            <p className="font-medium">{title}</p>
            <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-4 text-muted">
              {keys.map((key) => (
                <li key={key}>{t(key, { name })}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
