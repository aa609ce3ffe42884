import { Button, Segmented, ServerPicker, useApi, useServers, useT } from '@svc/dashboard-sdk'
import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { BlockDraft } from './block-draft.ts'

const covers = ['all', 'include', 'exclude'] as const

/** Selects the servers of a block: all, or by name and group. */
export function ServersField(props: {
  draft: Pick<BlockDraft, 'cover' | 'servers'>
  onChange: (patch: Partial<BlockDraft>) => void
  error: string | undefined
}): ReactNode {
  const { draft, onChange, error } = props
  const t = useT()
  const id = useId()
  const { data: groups = [] } = useApi<readonly { id: string; name: string }[]>('/api/server-groups', {
    enabled: draft.cover !== 'all',
  })
  const servers = useServers((all) => all.map(({ id, group_id }) => ({ id, group_id })))
  const addGroup = (group: string) => {
    const members = servers.filter(({ group_id }) => group_id === group)
    onChange({ servers: [...new Set([...draft.servers, ...members.map((server) => server.id)])] })
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-sm" aria-hidden>
        {t('form.scope')}
      </p>
      <div>
        <Segmented
          label={t('form.scope')}
          value={draft.cover}
          onChange={(cover) => onChange({ cover })}
          options={covers.map((value) => ({ value, label: t(`form.${value}`) }))}
        />
      </div>
      {draft.cover === 'all' ? (
        <p className="text-faint text-xs">{t('form.allHint')}</p>
      ) : (
        <>
          <ServerPicker
            label={t(`form.${draft.cover}`)}
            chosen={draft.servers}
            onChosen={(chosen) => onChange({ servers: chosen })}
            describedBy={error ? id : undefined}
          />
          {groups.length > 0 && (
            <div className="flex flex-wrap items-center gap-2 text-sm">
              <span className="text-muted">{t('form.groups')}</span>
              {groups.map((group) => (
                <Button key={group.id} size="sm" onClick={() => addGroup(group.id)}>
                  <Plus aria-hidden />
                  {group.name}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
      {error && (
        <p id={id} role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  )
}
