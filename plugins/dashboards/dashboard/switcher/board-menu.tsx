import {
  Button,
  DropdownMenu,
  MenuCheck,
  MenuItem,
  MenuSeparator,
  onDemand,
  toast,
  useMe,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { Board, BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import { Copy, Download, Ellipsis, FilePlus, Pencil, Star, Trash2, Upload } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { boardsPath, pathOf } from '../board/boards-path.ts'
import { copyName } from '../board/copy-name.ts'

const DeleteBoard = onDemand(() => import('./delete-board.tsx'))
const ImportDialog = onDemand(() => import('./import-dialog.tsx'))
const NameDialog = onDemand(() => import('./name-dialog.tsx'))

type Open = 'new' | 'rename' | 'copy' | 'delete' | 'import' | undefined

/** Actions for the current board, and for creating and importing boards. */
export function BoardMenu(props: {
  board: BoardWithWidgets
  isMeasuring: boolean
  onMeasure: (on: boolean) => void
  onChoose: (id: string | undefined) => void
  onCreated: (id: string) => void
}): ReactNode {
  const { board, isMeasuring, onMeasure, onChoose, onCreated } = props
  const t = useT('dashboards')
  const { isAdmin } = useMe()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const show = (id: string) => {
    close()
    onChoose(id)
  }
  const mutationOptions = { invalidates: [boardsPath], onFailed: () => undefined }
  const create = useMutate<{ name: string }, Board>('POST', boardsPath, mutationOptions)
  const copy = useMutate<{ name: string }, Board>('POST', `${pathOf(board.id)}/copy`, mutationOptions)
  const rename = useMutate<{ name: string }, Board>('PUT', pathOf(board.id), mutationOptions)
  const prefer = useMutate<void>('PUT', pathOf(board.id), {
    body: () => ({ is_default: true }),
    invalidates: [boardsPath],
    onDone: () => toast.success(t('boards.nowDefault', { name: board.name })),
  })
  const naming = {
    new: { mutation: create, name: '' },
    rename: { mutation: rename, name: board.name },
    copy: { mutation: copy, name: copyName(t, board.name) },
  }
  const named = open === 'new' || open === 'rename' || open === 'copy' ? naming[open] : undefined
  return (
    <>
      <DropdownMenu
        trigger={
          <Button className="w-8.5 px-0" aria-label={t('boards.menu')}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {isAdmin && (
          <>
            <MenuItem icon={FilePlus} onSelect={() => setOpen('new')}>
              {t('boards.new')}
            </MenuItem>
            <MenuItem icon={Upload} onSelect={() => setOpen('import')}>
              {t('boards.import')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Pencil} onSelect={() => setOpen('rename')}>
              {t('boards.rename')}
            </MenuItem>
            <MenuItem icon={Copy} onSelect={() => setOpen('copy')}>
              {t('boards.copy')}
            </MenuItem>
            <MenuItem icon={Star} disabled={board.is_default} onSelect={() => prefer.mutate()}>
              {t('boards.makeDefault')}
            </MenuItem>
          </>
        )}
        <MenuItem asChild>
          <a href={`${pathOf(board.id)}/export`} download>
            <Download className="size-4 shrink-0 text-faint" aria-hidden />
            {t('boards.export')}
          </a>
        </MenuItem>
        {isAdmin && (
          <>
            <MenuCheck checked={isMeasuring} onChange={onMeasure}>
              {t('measure.toggle')}
            </MenuCheck>
            <MenuSeparator />
            <MenuItem icon={Trash2} destructive disabled={board.is_default} onSelect={() => setOpen('delete')}>
              {t('boards.delete')}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      <Suspense>
        {named && open && (
          <NameDialog
            key={open}
            title={t(`boards.${open}`)}
            action={t(`boards.${open}Action`)}
            name={named.name}
            submit={named.mutation.mutateAsync}
            onSubmitted={({ id }) => {
              if (open === 'copy') return show(id)
              close()
              if (open === 'new') onCreated(id)
            }}
            onClose={close}
          />
        )}
        {open === 'import' && <ImportDialog onShow={show} onClose={close} />}
        {open === 'delete' && <DeleteBoard board={board} onDeleted={() => onChoose(undefined)} onClose={close} />}
      </Suspense>
    </>
  )
}
