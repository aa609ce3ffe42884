import { Button, Card, useT } from '@svc/dashboard-sdk'
import { ListTree } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Processes } from './processes.tsx'

/** The programs of a server. The host is asked for them only while this is open. */
export default function ProcessesSection({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <Card
      flush
      title={t('section.title')}
      description={t('section.hint')}
      actions={
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <ListTree aria-hidden />
          {t(open ? 'section.hide' : 'section.show')}
        </Button>
      }
    >
      <div id={id}>{open && <Processes key={serverId} serverId={serverId} />}</div>
    </Card>
  )
}
