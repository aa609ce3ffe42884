import { Button, useMe, useT } from '@svc/dashboard-sdk'
import { ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ManageDialog } from './manage-dialog.tsx'
import type { Known } from './use-tab.ts'

/** Opens the choice of targets; admins only. */
export function ManageButton(props: { serverId: string } & Omit<Known, 'setting'>): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const [open, setOpen] = useState(false)
  if (!isAdmin) return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListChecks aria-hidden />
        {t('manage.open')}
      </Button>
      {open && <ManageDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
