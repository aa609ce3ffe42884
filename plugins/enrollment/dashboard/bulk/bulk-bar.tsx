import { Button, Checkbox, IconButton, useFormat, useServers, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { Folder, Tags, Trash2, X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx'
import { BulkGroupDialog } from './bulk-group-dialog.tsx'
import { BulkTagsDialog } from './bulk-tags-dialog.tsx'
import type { Selection } from './selection.ts'
import { useSelected } from './use-selection.ts'

const acts = [
  { what: 'group', icon: Folder },
  { what: 'tags', icon: Tags },
  { what: 'delete', icon: Trash2 },
] as const

/** What can be done with the selected servers; stays in sight while the list scrolls. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly string[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const ids = useSelected(selection)
  const chosen = useChosen(ids)
  const [open, setOpen] = useState<(typeof acts)[number]['what']>()
  const close = () => setOpen(undefined)
  const visible = useMemo(() => shown.reduce((sum, id) => sum + (ids.has(id) ? 1 : 0), 0), [shown, ids])
  const all = shown.length > 0 && visible === shown.length
  const unseen = chosen.length - visible
  return (
    <>
      <section
        aria-label={t('bulk.label')}
        className="panel sticky top-16 z-10 mb-3 flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 bg-raised px-4 py-2 shadow-pop"
      >
        <Checkbox
          checked={all}
          indeterminate={visible > 0 && !all}
          disabled={shown.length === 0}
          onChange={() => selection.toggleAll(shown)}
          label={t('select.all', { count: shown.length, number: format.number(shown.length) })}
        />
        <p role="status" className="figures min-w-0 text-muted text-sm">
          {t('bulk.chosen', { count: chosen.length, number: format.number(chosen.length) })}
          {unseen > 0 && (
            <span className="ml-1.5 text-warn">
              {t('bulk.unseen', { count: unseen, number: format.number(unseen) })}
            </span>
          )}
        </p>
        <span className="ml-auto flex items-center gap-2">
          {acts.map(({ what, icon: Icon }) => (
            <Button
              key={what}
              disabled={chosen.length === 0}
              onClick={() => setOpen(what)}
              aria-label={t(`bulk.act.${what}`)}
              className={what === 'delete' ? 'text-danger' : undefined}
            >
              <Icon aria-hidden />
              <span className="max-md:hidden">{t(`bulk.act.${what}`)}</span>
            </Button>
          ))}
          <IconButton label={t('select.stop')} onClick={selection.stop}>
            <X aria-hidden />
          </IconButton>
        </span>
      </section>
      {open === 'group' && <BulkGroupDialog servers={chosen} onClose={close} />}
      {open === 'tags' && <BulkTagsDialog servers={chosen} onClose={close} />}
      {open === 'delete' && <BulkDeleteDialog servers={chosen} onClose={close} onDeleted={selection.stop} />}
    </>
  )
}

/** The selected servers that still exist. */
function useChosen(ids: ReadonlySet<string>): readonly ServerStatus[] {
  return useServers(useCallback((servers) => servers.filter(({ id }) => ids.has(id)), [ids]))
}
