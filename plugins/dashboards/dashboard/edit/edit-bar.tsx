import { Button, IconButton, Tooltip, useT } from '@svc/dashboard-sdk'
import { Plus, Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Editor } from './use-editor.ts'

/** The sticky toolbar of the editor. Unavailable undo and redo use aria-disabled, so that they keep the focus. */
export function EditBar(props: {
  editor: Pick<Editor, 'canUndo' | 'canRedo' | 'undo' | 'redo' | 'isDirty'>
  isBusy: boolean
  onAdd: () => void
  onSave: () => void
  onCancel: () => void
}): ReactNode {
  const { editor, isBusy, onAdd, onSave, onCancel } = props
  const t = useT('dashboards')
  return (
    <div
      role="toolbar"
      aria-label={t('edit.bar')}
      className="sticky top-14 z-10 mb-4 flex flex-wrap items-center gap-2 rounded-lg bg-raised px-3 py-2 shadow-pop"
    >
      <Button disabled={isBusy} onClick={onAdd}>
        <Plus aria-hidden />
        <span className="max-sm:sr-only">{t('edit.add')}</span>
      </Button>
      <Tooltip text={t('edit.undoKeys')}>
        <IconButton label={t('edit.undo')} disabled={isBusy} aria-disabled={!editor.canUndo} onClick={editor.undo}>
          <Undo2 aria-hidden />
        </IconButton>
      </Tooltip>
      <Tooltip text={t('edit.redoKeys')}>
        <IconButton label={t('edit.redo')} disabled={isBusy} aria-disabled={!editor.canRedo} onClick={editor.redo}>
          <Redo2 aria-hidden />
        </IconButton>
      </Tooltip>
      <span className="min-w-0 flex-1 truncate text-muted text-sm">
        <span className="max-sm:sr-only">{t(editor.isDirty ? 'edit.unsaved' : 'edit.clean')}</span>
      </span>
      <Button onClick={onCancel}>{t('sdk:action.cancel')}</Button>
      <Button variant="primary" busy={isBusy} disabled={!editor.isDirty} onClick={onSave}>
        {t('edit.save')}
      </Button>
    </div>
  )
}
