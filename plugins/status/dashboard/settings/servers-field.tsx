import { IconButton, Segmented, ServerPicker, useServerNames, useT } from '@svc/dashboard-sdk'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { SettingsDraft } from './settings-draft.ts'

/** Moves the item at `index` by one position. */
function moveItem(ids: readonly string[], index: number, step: -1 | 1): readonly string[] {
  const moved = [...ids]
  const [item] = moved.splice(index, 1)
  if (item !== undefined) moved.splice(index + step, 0, item)
  return moved
}

/** The servers of the page: all of them, or chosen ones in an order. */
export function ServersField(props: {
  scope: SettingsDraft['scope']
  servers: readonly string[]
  onChange: (change: Partial<SettingsDraft>) => void
  error: string | undefined
}): ReactNode {
  const { scope, servers, onChange, error } = props
  const t = useT()
  const id = useId()
  return (
    <div className="flex flex-col items-start gap-3">
      <span className="font-medium text-sm" aria-hidden>
        {t('incidents.servers')}
      </span>
      <div>
        <Segmented
          label={t('incidents.servers')}
          value={scope}
          onChange={(next) => onChange({ scope: next })}
          options={(['all', 'chosen'] as const).map((value) => ({ value, label: t(`maintenance.scopes.${value}`) }))}
        />
      </div>
      <p className="text-faint text-xs">{t('settings.hiddenHint')}</p>
      {scope === 'chosen' && (
        <div className="flex w-full flex-col gap-3">
          <ServerPicker
            label={t('incidents.servers')}
            chosen={servers}
            onChosen={(chosen) => onChange({ servers: chosen })}
            describedBy={error ? id : undefined}
          />
          {error && (
            <p id={id} role="alert" className="text-danger text-xs">
              {error}
            </p>
          )}
          {servers.length > 1 && <Order servers={servers} onOrder={(ordered) => onChange({ servers: ordered })} />}
        </div>
      )}
    </div>
  )
}

function Order({ servers, onOrder }: { servers: readonly string[]; onOrder: (ids: readonly string[]) => void }) {
  const t = useT()
  const names = useServerNames()
  const [announcement, setAnnouncement] = useState('')
  const nameOf = (id: string | undefined = '') => names.get(id) ?? id
  const move = (index: number, step: -1 | 1) => {
    onOrder(moveItem(servers, index, step))
    setAnnouncement(t('settings.movedTo', { name: nameOf(servers[index]), place: index + step + 1 }))
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t('settings.order')}</legend>
      <ol className="max-h-64 overflow-y-auto rounded-md border">
        {servers.map((server, index) => {
          const name = nameOf(server)
          return (
            <li key={server} className="flex items-center gap-2 border-b px-3 py-1 last:border-b-0">
              <span className="figures w-6 shrink-0 text-faint text-xs">{index + 1}</span>
              <span className="wrap-anywhere min-w-0 flex-1 text-sm">{name}</span>
              <IconButton
                size="sm"
                label={t('settings.moveUp', { name })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                size="sm"
                label={t('settings.moveDown', { name })}
                disabled={index === servers.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  )
}
