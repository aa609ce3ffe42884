import { useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Operation } from '../../src/backup-schema.ts'
import { ProgressBar } from './progress-bar.tsx'

/** What a backup or restore is doing, and how far it is. */
export function OperationNote({
  operation: { kind, step, done, total },
  name,
}: {
  operation: Operation
  name?: string | undefined
}): ReactNode {
  const t = useT()
  const format = useFormat()
  const share = total > 0 ? done / total : undefined
  const title = t(`operation.${kind}`, { name: name ?? '' })
  return (
    <div role="status" className="panel mb-5 max-w-2xl px-5 py-4">
      <p className="font-medium text-sm">{title}</p>
      <p className="mt-0.5 mb-2.5 flex flex-wrap justify-between gap-x-4 text-muted text-sm">
        <span>{t(`step.${step}`)}</span>
        {share !== undefined && (
          <span className="figures">
            {format.bytes(done)} / {format.bytes(total)}
          </span>
        )}
      </p>
      <ProgressBar label={title} share={share} />
    </div>
  )
}
