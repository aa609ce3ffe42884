import {
  Button,
  cn,
  DropdownMenu,
  IconButton,
  MenuCheck,
  MenuItem,
  MenuSeparator,
  PageHeader,
  PageLink,
  Skeleton,
  useLive,
  useNavigateToPage,
  usePageParams,
  useServer,
  useStoredChoice,
  useT,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { capabilityBits } from '@svc/protocol'
import {
  AArrowDown,
  AArrowUp,
  ClipboardCopy,
  ClipboardPaste,
  Columns2,
  EllipsisVertical,
  Maximize,
  Plus,
  Search,
  SquarePlay,
  X,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { KeyBar } from './key-bar.tsx'
import { recordingsPage, terminalPage } from './pages.ts'
import { StoredSessions } from './stored-sessions.ts'
import { type PaneHandle, TerminalPane } from './terminal-pane.tsx'
import { Unavailable } from './unavailable.tsx'
import { addTab, canSplit, closePane, split, type Workspace } from './workspace.ts'

const fontSizes = ['14', '10', '11', '12', '13', '15', '16', '18', '20', '24'] as const
const ascending = [...fontSizes].sort()

/** Tabs and panes with the sessions of a server. */
function Sessions({ serverId }: { serverId: string }) {
  const t = useT()
  const navigate = useNavigateToPage()
  const [stored] = useState(() => new StoredSessions(serverId, sessionStorage, Date.now()))
  const [workspace, changeWorkspace] = useState(stored.workspace)
  const [fontSize, setFontSize] = useStoredChoice('terminal.fontSize', fontSizes)
  const [readable, setReadable] = useStoredChoice('terminal.readable', ['no', 'yes'])
  const frame = useRef<HTMLDivElement>(null)
  const panes = useRef(new Map<number, PaneHandle>())
  const [focused, setFocused] = useState<number>()
  const [isControlHeld, holdControl] = useState(false)
  const { tabs, active } = workspace
  const shown = tabs.find(({ id }) => id === active)?.panes ?? []
  const setWorkspace = (next: Workspace) => {
    changeWorkspace(next)
    stored.setWorkspace(next)
  }
  useEffect(() => {
    const leave = () => stored.leave(Date.now())
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [stored])
  /** The focused session of the shown tab, or its first one. */
  const current = shown.find((id) => id === focused) ?? shown[0] ?? 0
  const target = () => panes.current.get(current)
  const stepFont = (step: number) => {
    const next = ascending[ascending.indexOf(fontSize) + step]
    if (next) setFontSize(next)
  }
  const close = () => {
    target()?.end()
    const isLast = tabs.length === 1 && shown.length === 1
    if (isLast) navigate(serverPage, { params: { id: serverId } })
    else setWorkspace(closePane(workspace, current))
  }
  const settings = { fontSize: Number(fontSize), isReadable: readable === 'yes', isControlHeld }

  return (
    <div ref={frame} className="panel flex h-[calc(100dvh-11rem)] min-h-80 flex-col overflow-hidden bg-panel">
      <div className="flex items-center gap-1 border-b p-1.5">
        <div role="tablist" aria-label={t('tabs.label')} className="flex min-w-0 gap-1 overflow-x-auto">
          {tabs.map(({ id }, index) => (
            <Button
              key={id}
              role="tab"
              aria-selected={id === active}
              variant={id === active ? 'secondary' : 'ghost'}
              onClick={() => setWorkspace({ ...workspace, active: id })}
            >
              {t('tabs.name', { number: index + 1 })}
            </Button>
          ))}
        </div>
        <IconButton label={t('tabs.add')} onClick={() => setWorkspace(addTab(workspace))}>
          <Plus aria-hidden />
        </IconButton>
        <div className="ml-auto flex gap-1">
          <IconButton label={t('search.open')} onClick={() => target()?.search()}>
            <Search aria-hidden />
          </IconButton>
          <IconButton
            label={t('tabs.split')}
            disabled={!canSplit(workspace)}
            onClick={() => setWorkspace(split(workspace))}
          >
            <Columns2 aria-hidden />
          </IconButton>
          <IconButton label={t('menu.fullScreen')} onClick={() => void frame.current?.requestFullscreen()}>
            <Maximize aria-hidden />
          </IconButton>
          <DropdownMenu
            align="end"
            trigger={
              <IconButton label={t('menu.label')}>
                <EllipsisVertical aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={ClipboardCopy} onSelect={() => void target()?.copy()}>
              {t('menu.copy')}
            </MenuItem>
            <MenuItem icon={ClipboardPaste} onSelect={() => void target()?.paste()}>
              {t('menu.paste')}
            </MenuItem>
            <MenuItem icon={AArrowUp} onSelect={() => stepFont(1)}>
              {t('menu.larger')}
            </MenuItem>
            <MenuItem icon={AArrowDown} onSelect={() => stepFont(-1)}>
              {t('menu.smaller')}
            </MenuItem>
            <MenuCheck checked={readable === 'yes'} onChange={(checked) => setReadable(checked ? 'yes' : 'no')}>
              {t('menu.readable')}
            </MenuCheck>
            <MenuSeparator />
            <MenuItem asChild>
              <PageLink page={recordingsPage} search={{ server: serverId, page: 1 }}>
                <SquarePlay aria-hidden />
                {t('menu.recordings')}
              </PageLink>
            </MenuItem>
          </DropdownMenu>
          <IconButton label={t('tabs.close')} onClick={close}>
            <X aria-hidden />
          </IconButton>
        </div>
      </div>
      {tabs.map(({ id, panes: ids }, index) => (
        <div
          key={id}
          role="tabpanel"
          aria-label={t('tabs.name', { number: index + 1 })}
          className={cn('flex min-h-0 flex-1 max-sm:flex-col max-sm:divide-y sm:divide-x', id !== active && 'hidden')}
        >
          {ids.map((pane, position) => (
            <TerminalPane
              key={pane}
              serverId={serverId}
              label={t('tabs.session', { tab: index + 1, number: position + 1 })}
              settings={settings}
              stored={stored.get(pane)}
              onStored={(session) => stored.set(pane, session)}
              onControlUsed={() => holdControl(false)}
              className="flex-1"
              onFocus={() => setFocused(pane)}
              ref={(handle) => {
                if (handle) panes.current.set(pane, handle)
                else panes.current.delete(pane)
              }}
            />
          ))}
        </div>
      ))}
      <KeyBar
        isControlHeld={isControlHeld}
        onControl={() => {
          holdControl(!isControlHeld)
          target()?.focus()
        }}
        onKey={(key) => target()?.press(key)}
        onText={(text) => target()?.type(text)}
      />
    </div>
  )
}

/** Shells of a server. A session that has begun stays on the page when the server goes offline, to be read. */
export default function TerminalPage(): ReactNode {
  const { serverId } = usePageParams(terminalPage)
  const t = useT()
  const server = useServer(serverId)
  const { loaded } = useLive()
  const [hasBegun, setBegun] = useState(false)
  const isAllowed = server !== undefined && (server.capabilities & capabilityBits.terminal) !== 0
  const isPossible = server?.online === true && isAllowed
  if (isPossible && !hasBegun) setBegun(true)
  return (
    <>
      <PageHeader title={server ? t('page.of', { name: server.name }) : t('page.title')} />
      {hasBegun && <Sessions key={serverId} serverId={serverId} />}
      {!hasBegun && loaded && <Unavailable reason={server?.online && !isAllowed ? 'denied' : 'offline'} />}
      {!hasBegun && !loaded && <Skeleton className="h-96 rounded-lg" />}
    </>
  )
}
