import { Button, Checkbox, IconButton, Slot, useFormat, useServers, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { Folder, Tags, Trash2, X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { bulkActions } from '../pages.ts'
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx'
import { BulkGroupDialog } from './bulk-group-dialog.tsx'
import { BulkTagsDialog } from './bulk-tags-dialog.tsx'
import type { Selection } from './selection.ts'
import { useSelected } from './use-selection.ts'

const actions = [
  { action: 'group', icon: Folder },
  { action: 'tags', icon: Tags },
  { action: 'delete', icon: Trash2 },
] as const

/** The actions for the selected servers; sticks to the top while the list scrolls. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly string[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const ids = useSelected(selection)
  const selected = useSelectedServers(ids)
  const [open, setOpen] = useState<(typeof actions)[number]['action']>()
  const close = () => setOpen(undefined)
  const visibleCount = useMemo(() => shown.reduce((sum, id) => sum + (ids.has(id) ? 1 : 0), 0), [shown, ids])
  const allSelected = shown.length > 0 && visibleCount === shown.length
  const hiddenCount = selected.length - visibleCount
  return (
    <>
      <section
        aria-label={t('bulk.label')}
        className="panel sticky top-16 z-10 mb-3 flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 bg-raised px-4 py-2 shadow-pop"
      >
        <Checkbox
          checked={allSelected}
          indeterminate={visibleCount > 0 && !allSelected}
          disabled={shown.length === 0}
          onChange={() => selection.toggleAll(shown)}
          label={t('select.all', { count: shown.length, number: format.number(shown.length) })}
        />
        <p role="status" className="figures min-w-0 text-muted text-sm">
          {t('bulk.chosen', { count: selected.length, number: format.number(selected.length) })}
          {hiddenCount > 0 && (
            <span className="ml-1.5 text-warn">
              {t('bulk.unseen', { count: hiddenCount, number: format.number(hiddenCount) })}
            </span>
          )}
        </p>
        <span className="ml-auto flex items-center gap-2">
          <Slot of={bulkActions} servers={selected} onDone={selection.stop} pending={null} />
          {actions.map(({ action, icon: Icon }) => (
            <Button
              key={action}
              disabled={selected.length === 0}
              onClick={() => setOpen(action)}
              aria-label={t(`bulk.act.${action}`)}
              className={action === 'delete' ? 'text-danger' : undefined}
            >
              <Icon aria-hidden />
              <span className="max-md:hidden">{t(`bulk.act.${action}`)}</span>
            </Button>
          ))}
          <IconButton label={t('select.stop')} onClick={selection.stop}>
            <X aria-hidden />
          </IconButton>
        </span>
      </section>
      {open === 'group' && <BulkGroupDialog servers={selected} onClose={close} />}
      {open === 'tags' && <BulkTagsDialog servers={selected} onClose={close} />}
      {open === 'delete' && <BulkDeleteDialog servers={selected} onClose={close} onDeleted={selection.stop} />}
    </>
  )
}

/** The selected servers that still exist. */
function useSelectedServers(ids: ReadonlySet<string>): readonly ServerStatus[] {
  return useServers(useCallback((servers) => servers.filter(({ id }) => ids.has(id)), [ids]))
}
