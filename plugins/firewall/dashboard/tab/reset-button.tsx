import { Button, ConfirmDialog, toast, useMutate, useT } from '@svc/dashboard-sdk'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { changedPaths, syncPath } from '../paths.ts'

/** Resets the block list of a host and applies it again, after confirmation. */
export function ResetButton({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const reset = useMutate('POST', syncPath(serverId), {
    invalidates: changedPaths,
    onDone: () => {
      toast.success(t('reset.done'))
      setOpen(false)
    },
  })
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <RotateCcw aria-hidden />
        {t('reset.open')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('reset.title')}
        description={t('reset.text')}
        action={t('reset.open')}
        destructive={false}
        busy={reset.isPending}
        onConfirm={() => reset.mutate()}
      />
    </>
  )
}
