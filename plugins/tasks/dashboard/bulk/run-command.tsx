import { Button, useMe, useNavigateToPage, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { SquareTerminal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TaskDialog } from '../form/task-dialog.tsx'
import { taskPage } from '../pages.ts'

/** Runs a command on the selected servers. */
export default function RunCommand(props: { servers: readonly ServerStatus[]; onDone: () => void }): ReactNode {
  const { servers, onDone } = props
  const t = useT()
  const navigate = useNavigateToPage()
  const { isAdmin } = useMe()
  const [chosen, setChosen] = useState<readonly string[]>()
  if (!isAdmin) return null
  return (
    <>
      <Button
        disabled={servers.length === 0}
        onClick={() => setChosen(servers.map(({ id }) => id))}
        aria-label={t('list.run')}
      >
        <SquareTerminal aria-hidden />
        <span className="max-md:hidden">{t('list.run')}</span>
      </Button>
      {chosen && (
        <TaskDialog
          initial={{ type: 'oneshot', servers: chosen }}
          onClose={() => setChosen(undefined)}
          onSaved={({ id }) => {
            onDone()
            navigate(taskPage, { params: { id } })
          }}
        />
      )}
    </>
  )
}
