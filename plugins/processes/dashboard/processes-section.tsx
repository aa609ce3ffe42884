import { Button, Card, useT } from '@svc/dashboard-sdk'
import { ListTree } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Processes } from './processes.tsx'

/** The process list of a server. The agent collects it only while the section is expanded. */
export default function ProcessesSection({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const id = useId()
  const [expanded, setExpanded] = useState(false)
  return (
    <Card
      flush
      title={t('section.title')}
      description={t('section.hint')}
      actions={
        <Button aria-expanded={expanded} aria-controls={id} onClick={() => setExpanded(!expanded)}>
          <ListTree aria-hidden />
          {t(expanded ? 'section.hide' : 'section.show')}
        </Button>
      }
    >
      <div id={id}>{expanded && <Processes key={serverId} serverId={serverId} />}</div>
    </Card>
  )
}
