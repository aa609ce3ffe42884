import { Button, Dialog, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Conflict } from './save-board.ts'

/** Resolves a conflict after someone else has saved or deleted the board. */
export function ConflictDialog(props: {
  conflict: Conflict
  isBusy: boolean
  onTheirs: () => void
  onOverwrite: () => void
  onCopy: () => void
  onClose: () => void
}): ReactNode {
  const { conflict, isBusy, onTheirs, onOverwrite, onCopy, onClose } = props
  const t = useT('dashboards')
  const choices = [
    ['copy', onCopy, 'primary'],
    [conflict === 'deleted' ? 'discard' : 'theirs', onTheirs, 'secondary'],
    ...(conflict === 'deleted' ? [] : ([['overwrite', onOverwrite, 'danger']] as const)),
  ] as const
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`conflict.${conflict}.title`)}
      description={t(`conflict.${conflict}.description`)}
    >
      <ul className="flex flex-col gap-3">
        {choices.map(([name, act, variant]) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-56 text-muted text-sm">{t(`conflict.${name}Hint`)}</p>
            <Button variant={variant} disabled={isBusy} onClick={act}>
              {t(`conflict.${name}`)}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
