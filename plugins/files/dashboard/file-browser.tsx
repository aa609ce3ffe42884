import {
  Button,
  copyText,
  DropdownMenu,
  EmptyState,
  ErrorState,
  errorText,
  IconButton,
  MenuCheck,
  MenuItem,
  onDemand,
  Skeleton,
  StaleNote,
  toast,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import {
  ArrowUp,
  ArrowUpDown,
  FilePlus,
  FolderOpen,
  FolderPlus,
  FolderUp,
  Plus,
  RefreshCw,
  SlidersHorizontal,
  Upload,
} from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { FileEntry, filesExtrasFeature } from '../src/wire.ts'
import { DeleteDialog } from './actions/delete-dialog.tsx'
import { useFileActions } from './actions/use-file-actions.ts'
import { joinPath, parentOf, topPath } from './host-path.ts'
import { type EntryAction, EntryMenu } from './list/entry-menu.tsx'
import { FileGrid, type GridActions } from './list/file-grid.tsx'
import { PathBar } from './list/path-bar.tsx'
import { emptySelection, type Selection, selectOnly } from './list/selection.ts'
import { SelectionBar } from './list/selection-bar.tsx'
import { isUnreadableName, shownName } from './list/shown-name.ts'
import { useDirectory } from './list/use-directory.ts'
import { useEntries } from './list/use-entries.ts'
import { filesPage } from './pages.ts'
import { downloadEntries } from './transfers/download.ts'
import { droppedFiles, type Picked, pickedFiles } from './transfers/picked-files.ts'
import { TransfersPanel } from './transfers/transfers-panel.tsx'
import { useTransfers } from './transfers/use-transfers.ts'

const NameDialog = onDemand(() => import('./actions/name-dialog.tsx'), null)
const MoveDialog = onDemand(() => import('./actions/move-dialog.tsx'), null)
const FileDialog = onDemand(() => import('./viewer/file-dialog.tsx'), null)

// Only the type of the wire is imported, because its schemas would come along.
const extras: typeof filesExtrasFeature = 'file_extras'

const gridId = 'files-grid'
/** Marks entries of this page that are dragged. */
const draggedType = 'application/x-svc-files'

type Dialog =
  | { readonly kind: 'newFile' | 'newFolder' }
  | { readonly kind: 'rename'; readonly entry: FileEntry }
  | { readonly kind: 'move' | 'delete'; readonly entries: readonly FileEntry[] }

/** A directory that the agent's configuration permits is listed by its path. */
const isRoot = ({ name, path }: FileEntry) => name === path

/** The files of a server: folders, uploads, downloads and everything that changes them. */
export function FileBrowser({ serverId, features }: { serverId: string; features: readonly string[] }): ReactNode {
  const t = useT()
  const [search, setSearch] = usePageSearch(filesPage)
  const path = search.path || topPath
  const directory = useDirectory(serverId, path)
  const { content, error, isLoading, refresh } = directory
  const entries = useEntries(content?.entries)
  const { rows } = entries
  const act = useFileActions(serverId)
  const transfers = useTransfers(serverId)
  const [selections, setSelections] = useState<ReadonlyMap<string, Selection>>(new Map())
  const selection = selections.get(path) ?? emptySelection
  const select = (next: Selection, of = path) => setSelections((before) => new Map(before).set(of, next))
  const [dialog, setDialog] = useState<Dialog>()
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>()
  const [cut, setCut] = useState<readonly string[]>([])
  const [isFollowing, setFollowing] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const hasExtras = features.includes(extras)
  const [firstRow] = rows ?? []
  const isInRoot = !error && (firstRow ? !isRoot(firstRow) : path !== topPath)
  const selected = useMemo(() => rows?.filter((row) => selection.paths.has(row.path)) ?? [], [rows, selection])

  // One permitted directory is opened at once.
  const onlyRoot =
    search.path === '' && content?.isComplete && content.entries.length === 1 ? content.entries[0] : undefined
  const start = onlyRoot && isRoot(onlyRoot) ? onlyRoot.path : undefined
  useEffect(() => {
    if (start !== undefined) setSearch({ path: start })
  }, [start, setSearch])

  const { queue, uploads } = transfers
  const uploaded = queue.isActive ? 0 : uploads.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (uploaded > 0) refresh()
  }, [uploaded, refresh])

  const report = (thrown: unknown) => toast.error(errorText(thrown, t))
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (thrown) {
      report(thrown)
    }
  }
  const focusGrid = () => document.getElementById(gridId)?.focus()

  const enter = (folder: string) => {
    setSearch({ path: folder }, { push: true })
    focusGrid()
  }
  const up = () => {
    if (path === topPath) return
    const parent = parentOf(path)
    select(selectOnly(path), parent)
    enter(parent)
  }
  const isUsable = (entry: FileEntry) => {
    if (entry.denied) toast.info(t('list.denied'))
    else if (isUnreadableName(entry.name)) toast.info(t('list.unreadable'))
    else return true
    return false
  }
  const open = (entry: FileEntry) => {
    if (!isUsable(entry)) return
    if (entry.file_type === 'Directory') return enter(entry.path)
    if (entry.file_type === 'File') return setSearch({ file: entry.path }, { push: true })
    void attempt(async () => {
      const target = await act.stat(entry.path)
      if (target.file_type === 'Directory') enter(entry.path)
      else setSearch({ file: entry.path }, { push: true })
    })
  }
  const follow = (entry: FileEntry) => {
    if (!isUsable(entry)) return
    setFollowing(true)
    setSearch({ file: entry.path }, { push: true })
  }
  const download = (chosen: readonly FileEntry[]) => {
    transfers.show()
    void attempt(() =>
      downloadEntries(serverId, chosen.filter(isUsable), { isStored: !hasExtras, onStarted: transfers.show }),
    )
  }
  const upload = ({ files, directories }: Picked) => {
    if (files.length === 0 && directories.length === 0) return
    queue.add(files, directories)
    transfers.show()
    if (files.length === 0) refresh()
  }
  const moveInto = async (paths: readonly string[], folder: string) => {
    try {
      await act.moveInto(paths, folder)
    } finally {
      refresh()
    }
  }
  const paste = () => {
    if (cut.length === 0 || !isInRoot) return
    setCut([])
    void attempt(() =>
      moveInto(
        cut.filter((from) => parentOf(from) !== path),
        path,
      ),
    )
  }
  const copyPaths = async (paths: readonly string[]) => {
    if (await copyText(paths.join('\n'))) toast.success(t('list.copied', { count: paths.length }))
  }

  const perform = (action: EntryAction, on = selected) => {
    const [entry] = on
    const actions: Record<EntryAction, () => void> = {
      open: () => entry && open(entry),
      follow: () => entry && follow(entry),
      download: () => download(on),
      select: () => entry && select(selectOnly(entry.path)),
      rename: () => entry && isUsable(entry) && !isRoot(entry) && setDialog({ kind: 'rename', entry }),
      move: () => on.every(isUsable) && setDialog({ kind: 'move', entries: on }),
      cut: () => setCut(on.filter((row) => !isRoot(row) && isUsable(row)).map((row) => row.path)),
      copyPath: () => void copyPaths(on.length > 0 ? on.map((row) => row.path) : [path]),
      delete: () =>
        on.length > 0 && !on.some(isRoot) && on.every(isUsable) && setDialog({ kind: 'delete', entries: on }),
      upload: () => fileInput.current?.click(),
      newFile: () => setDialog({ kind: 'newFile' }),
      newFolder: () => setDialog({ kind: 'newFolder' }),
      paste,
      refresh,
    }
    actions[action]()
  }

  const gridActions: GridActions = {
    open,
    up,
    menu: (_entry, at) => setMenu(at),
    rename: (entry) => perform('rename', [entry]),
    delete: () => perform('delete'),
    cut: () => perform('cut'),
    paste,
    drag({ dataTransfer }, paths) {
      dataTransfer.setData(draggedType, JSON.stringify(paths))
      dataTransfer.effectAllowed = 'move'
    },
    dragOver({ dataTransfer }, folder) {
      if (dataTransfer.types.includes('Files')) return isInRoot || folder !== undefined
      return dataTransfer.types.includes(draggedType) && folder !== undefined
    },
    drop({ dataTransfer }, folder) {
      const into = folder?.path ?? path
      const dragged = dataTransfer.getData(draggedType)
      if (dragged) {
        const paths = (JSON.parse(dragged) as string[]).filter((each) => each !== into)
        void attempt(() => moveInto(paths, into))
      } else {
        void attempt(async () => upload(await droppedFiles(dataTransfer.items, into)))
      }
    },
  }

  const pick = (input: HTMLInputElement) => {
    upload(pickedFiles(input.files ?? [], path))
    // The same file can be chosen again.
    input.value = ''
  }

  const create = async (kind: 'newFile' | 'newFolder', name: string) => {
    const created = joinPath(path, name)
    await (kind === 'newFile' ? act.makeFile(created) : act.makeFolder(created))
    select(selectOnly(created))
    refresh()
    if (kind === 'newFile') setSearch({ file: created }, { push: true })
  }

  return (
    <div className="panel flex h-[calc(100dvh-11rem)] min-h-96 flex-col overflow-hidden">
      <div className="flex flex-wrap items-center justify-end gap-1 border-b p-1.5">
        <div className="flex min-w-0 flex-1 items-center gap-1 max-sm:basis-full">
          <IconButton label={t('toolbar.up')} disabled={path === topPath} onClick={up}>
            <ArrowUp aria-hidden />
          </IconButton>
          <PathBar path={path} onPath={enter} />
        </div>
        <IconButton label={t('toolbar.refresh')} onClick={refresh}>
          <RefreshCw aria-hidden className={isLoading ? 'animate-spin' : undefined} />
        </IconButton>
        <DropdownMenu
          trigger={
            <IconButton label={t('toolbar.view')}>
              <SlidersHorizontal aria-hidden />
            </IconButton>
          }
        >
          <MenuCheck checked={entries.showsHidden} onChange={entries.setShowsHidden}>
            {t('toolbar.hidden')}
          </MenuCheck>
        </DropdownMenu>
        <IconButton
          label={t('toolbar.transfers', { count: transfers.pending })}
          aria-expanded={transfers.isOpen}
          className="relative"
          onClick={transfers.isOpen ? transfers.hide : transfers.show}
        >
          <ArrowUpDown aria-hidden />
          {transfers.pending > 0 && (
            <span
              aria-hidden
              className="figures absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-2xs text-on-accent"
            >
              {transfers.pending > 99 ? '99+' : transfers.pending}
            </span>
          )}
        </IconButton>
        <DropdownMenu
          trigger={
            <Button disabled={!isInRoot} className="max-sm:px-2.5" aria-label={t('toolbar.new')}>
              <Plus aria-hidden />
              <span className="max-sm:hidden">{t('toolbar.new')}</span>
            </Button>
          }
        >
          <MenuItem icon={FolderPlus} onSelect={() => perform('newFolder')}>
            {t('menu.newFolder')}
          </MenuItem>
          <MenuItem icon={FilePlus} onSelect={() => perform('newFile')}>
            {t('menu.newFile')}
          </MenuItem>
        </DropdownMenu>
        <DropdownMenu
          trigger={
            <Button variant="primary" disabled={!isInRoot} className="max-sm:px-2.5" aria-label={t('toolbar.upload')}>
              <Upload aria-hidden />
              <span className="max-sm:hidden">{t('toolbar.upload')}</span>
            </Button>
          }
        >
          <MenuItem icon={Upload} onSelect={() => fileInput.current?.click()}>
            {t('toolbar.uploadFiles')}
          </MenuItem>
          <MenuItem icon={FolderUp} onSelect={() => folderInput.current?.click()}>
            {t('toolbar.uploadFolder')}
          </MenuItem>
        </DropdownMenu>
        <input
          ref={fileInput}
          type="file"
          multiple
          hidden
          aria-label={t('toolbar.uploadFiles')}
          onChange={({ currentTarget }) => pick(currentTarget)}
        />
        <input
          ref={folderInput}
          type="file"
          hidden
          aria-label={t('toolbar.uploadFolder')}
          {...{ webkitdirectory: '' }}
          onChange={({ currentTarget }) => pick(currentTarget)}
        />
      </div>
      {error && content && <StaleNote error={error} onRetry={refresh} className="m-2" />}
      {error && !content ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      ) : (
        <FileGrid
          id={gridId}
          label={t('list.label', { path: shownName(path) })}
          rows={rows ?? []}
          total={content?.total ?? 0}
          isLoading={isLoading}
          sort={entries.sort}
          onSort={entries.setSort}
          selection={selection}
          onSelection={select}
          cut={new Set(cut)}
          actions={gridActions}
        >
          {!rows && <Placeholders />}
          {rows?.length === 0 && content?.isComplete && (
            <EmptyState
              icon={FolderOpen}
              title={t(entries.hiddenCount > 0 ? 'list.onlyHidden' : 'list.empty')}
              description={isInRoot ? t('list.emptyHint') : undefined}
            />
          )}
        </FileGrid>
      )}
      <SelectionBar
        content={content}
        shown={rows?.length ?? 0}
        hidden={entries.hiddenCount}
        selected={selected}
        onAction={perform}
      />
      {transfers.isOpen && (
        <TransfersPanel uploads={uploads} queue={queue} transfers={transfers.transfers} onClose={transfers.hide} />
      )}
      {menu && (
        <EntryMenu
          at={menu}
          owner={gridId}
          entries={selected}
          isRoot={selected.some(isRoot)}
          canFollow={hasExtras}
          canPaste={cut.length > 0 && isInRoot}
          canSelect={window.matchMedia('(pointer: coarse)').matches}
          onAction={perform}
          onClose={() => setMenu(undefined)}
        />
      )}
      {(dialog?.kind === 'newFile' || dialog?.kind === 'newFolder') && (
        <NameDialog
          kind={dialog.kind === 'newFile' ? 'file' : 'folder'}
          name=""
          onSubmit={(name) => create(dialog.kind, name)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'rename' && (
        <NameDialog
          kind="rename"
          name={dialog.entry.name}
          onSubmit={async (name) => {
            select(selectOnly(await act.rename(dialog.entry.path, name)))
            refresh()
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'move' && (
        <MoveDialog
          count={dialog.entries.length}
          path={path}
          onSubmit={(folder) =>
            moveInto(
              dialog.entries.map((entry) => entry.path),
              folder,
            )
          }
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          entries={dialog.entries}
          onConfirm={() => act.delete(dialog.entries).finally(refresh)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {search.file && (
        <FileDialog
          key={search.file}
          serverId={serverId}
          path={search.file}
          canStream={hasExtras}
          isFollowing={isFollowing}
          onDownload={(entry) => download([entry])}
          onSaved={refresh}
          onClose={() => {
            setFollowing(false)
            setSearch({ file: '' })
          }}
        />
      )}
    </div>
  )
}

/** Rows of a list that is still empty. */
const Placeholders = () => (
  <div role="none" className="flex flex-col gap-2 p-4">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Skeleton key={key} className="h-5 w-2/3" />
    ))}
  </div>
)
