import { Button, Dialog, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** Somebody else saved the same board: what is to become of one's own. */
export function ConflictDialog(props: {
  isBusy: boolean
  onTheirs: () => void
  onOverwrite: () => void
  onCopy: () => void
  onClose: () => void
}): ReactNode {
  const { isBusy, onTheirs, onOverwrite, onCopy, onClose } = props
  const t = useT('dashboards')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('conflict.title')}
      description={t('conflict.description')}
    >
      <ul className="flex flex-col gap-3">
        {(
          [
            ['copy', onCopy, 'primary'],
            ['theirs', onTheirs, 'secondary'],
            ['overwrite', onOverwrite, 'danger'],
          ] as const
        ).map(([name, act, variant]) => (
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
