import { Button, onDemand, useMe, useT } from '@svc/dashboard-sdk'
import { BrickWall } from 'lucide-react'
import { type ReactNode, useState } from 'react'

const BlockForm = onDemand(() => import('./block-form.tsx'), null)

/** Blocks the address of a security event. */
export default function BlockSource({ address }: { address: string }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!isAdmin) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <BrickWall aria-hidden />
        {t('event.block')}
      </Button>
      {isOpen && <BlockForm target={address} onClose={() => setOpen(false)} />}
    </>
  )
}
