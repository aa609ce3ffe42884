import { useConfigUpdate } from '@svc/widget-sdk'
import { Server, ServerOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../i18n.ts'
import { useMe } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { useServerNames } from './server-names.ts'

/** Replaces a widget without a valid server. Admins can select one in place. */
export function ChooseServer(props: {
  instanceId: string
  isEditing: boolean
  /** the configured server no longer exists */
  isGone: boolean
}): ReactNode {
  const { instanceId, isEditing, isGone } = props
  const t = useT()
  const isAdmin = useMe().role === 'admin'
  const hint = isEditing ? 'chooseInEditor' : isAdmin ? undefined : isGone ? 'goneMember' : 'chooseMember'
  return (
    <Notice
      icon={isGone ? ServerOff : Server}
      title={t(isGone ? 'sdk:server.gone' : 'sdk:server.none')}
      detail={hint && t(`sdk:server.${hint}`)}
      actions={isAdmin && !isEditing && <ServerChoice instanceId={instanceId} />}
    />
  )
}

function ServerChoice({ instanceId }: { instanceId: string }) {
  const t = useT()
  const servers = useServerNames()
  const update = useConfigUpdate(instanceId)
  const [chosen, setChosen] = useState('')
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    // the dashboard shows the error
    await update({ server_id: chosen }).catch(() => undefined)
    setSaving(false)
  }
  if (servers.length === 0) return <p className="text-muted text-xs">{t('sdk:server.noServers')}</p>
  return (
    <div className="flex w-full max-w-60 flex-wrap justify-center gap-1.5">
      <Select
        aria-label={t('sdk:server.choose')}
        className="min-w-24 flex-1"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="" disabled>
          {t('sdk:server.choice')}
        </option>
        {servers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {chosen !== '' && (
        <Button variant="primary" className="h-9" busy={isSaving} onClick={() => void save()}>
          {t('sdk:server.use')}
        </Button>
      )}
    </div>
  )
}
