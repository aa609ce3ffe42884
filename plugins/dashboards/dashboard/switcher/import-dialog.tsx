import { Button, Dialog, Field, InlineError, Input, useMutate, useT } from '@svc/dashboard-sdk'
import type { BoardFile } from '@svc/plugin-dashboards/contract'
import { type ReactNode, useState } from 'react'
import { boardsPath } from '../board/boards-path.ts'
import type { Imported } from '../edit/save-board.ts'
import { type FileProblem, maxFileBytes, readBoardFile } from './read-board-file.ts'

/** The name is shown before the server has validated it. */
const maxShownNameLength = 200

/** Imports a board from a file and lists the widgets that were skipped. */
export default function ImportDialog(props: { onShow: (boardId: string) => void; onClose: () => void }): ReactNode {
  const { onShow, onClose } = props
  const t = useT('dashboards')
  const [read, setRead] = useState<BoardFile | FileProblem>()
  const importBoard = useMutate<BoardFile, Imported>('POST', `${boardsPath}/import`, {
    invalidates: [boardsPath],
    onFailed: () => undefined,
    onDone: ({ dashboard, left_out }) => {
      if (left_out.length === 0) onShow(dashboard.id)
    },
  })
  const isProblem = typeof read === 'string'
  const { data } = importBoard
  const choose = async (file: File | undefined) => {
    importBoard.reset()
    setRead(undefined)
    if (file) setRead(file.size > maxFileBytes ? 'tooLarge' : readBoardFile(await file.text()))
  }
  if (data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onShow(data.dashboard.id)}
        title={t('import.partly', { name: data.dashboard.name })}
        description={t('import.leftOut')}
        footer={
          <Button variant="primary" onClick={() => onShow(data.dashboard.id)}>
            {t('import.show')}
          </Button>
        }
      >
        <ul className="list-disc break-all pl-5 font-mono text-sm">
          {[...new Set(data.left_out)].map((type) => (
            <li key={type}>{type}</li>
          ))}
        </ul>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('import.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
          <Button
            variant="primary"
            busy={importBoard.isPending}
            disabled={!read || isProblem}
            onClick={() => read && !isProblem && importBoard.mutate(read)}
          >
            {t('import.action')}
          </Button>
        </>
      }
    >
      <Field label={t('import.file')} hint={t('import.hint')} error={isProblem ? t(`import.${read}`) : undefined}>
        <Input
          type="file"
          accept=".json,application/json"
          className="h-auto py-2 text-sm"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </Field>
      {read && !isProblem && (
        <p className="mt-3 break-words text-sm">
          {t('import.found', {
            name: String(read.name ?? '').slice(0, maxShownNameLength),
            count: read.widgets.length,
          })}
        </p>
      )}
      {importBoard.error && (
        <div className="mt-3">
          <InlineError error={importBoard.error} />
        </div>
      )}
    </Dialog>
  )
}
