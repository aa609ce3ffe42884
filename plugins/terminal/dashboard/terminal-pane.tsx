import { Button, cn, IconButton, Input, useCodedText, useT } from '@svc/dashboard-sdk'
import { ArrowDown, ArrowUp, CircleDot, CircleOff, RotateCw, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { type Key, withControl } from './keys.ts'
import { ApprovalPanel, EncryptedLine } from './passkeys/approval.tsx'
import { browserAuthenticator } from './passkeys/authenticator.ts'
import { SessionLock } from './passkeys/session-lock.ts'
import { openScreen, type Screen } from './screen.ts'
import {
  type RecordingState,
  SessionConnection,
  type SessionSocket,
  type SessionStatus,
  type StoredSession,
} from './session-connection.ts'

/** What the page does with the pane that has the focus. */
export interface PaneHandle {
  /** Ends the session. */
  end(): void
  type(text: string): void
  press(key: Key): void
  focus(): void
  copy(): Promise<void>
  paste(): Promise<void>
  search(): void
}

interface Settings {
  readonly fontSize: number
  readonly isReadable: boolean
  /** for the next typed key */
  readonly isControlHeld: boolean
}

/** milliseconds; a window that is being resized does not send every size */
const resizeDelay = 100

function connect(serverId: string, query: string): SessionSocket {
  const url = new URL(`/api/ws/terminal/${encodeURIComponent(serverId)}?${query}`, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(url) as SessionSocket
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

function SearchBar({ onFind, onClose }: { onFind: Screen['find']; onClose: () => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const onKeyDown = ({ key, shiftKey }: KeyboardEvent) => {
    if (key === 'Enter') onFind(text, shiftKey ? 'previous' : 'next')
    if (key === 'Escape') onClose()
  }
  return (
    <search className="absolute top-2 right-4 z-10 flex items-center max-sm:left-4 gap-1 rounded-md bg-raised p-1 shadow-pop">
      <Input
        autoFocus
        aria-label={t('search.label')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton label={t('search.previous')} onClick={() => onFind(text, 'previous')}>
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton label={t('search.next')} onClick={() => onFind(text, 'next')}>
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton label={t('search.close')} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </search>
  )
}

/** Why sessions end, in the words that the server has for it. */
const endTexts: Readonly<Record<string, `${string}.${string}`>> = {
  idle_timeout: 'terminal.IDLE_TIMEOUT',
  agent_disconnect: 'terminal.AGENT_DISCONNECTED',
  agent_capability_disabled: 'terminal.CAPABILITY_WITHDRAWN',
  server_disconnect: 'terminal.SERVER_CLOSING',
  unknown_session: 'terminal.UNKNOWN_SESSION',
}

/** Why the session has ended, in the language of the user where it is no message of the host. */
function useEndText(): (status: Extract<SessionStatus, { kind: 'ended' }>) => string {
  const t = useT()
  const sentence = useCodedText()
  return ({ error, reason = '', exitCode }) => {
    if (exitCode != null) return t('status.exited', { code: exitCode })
    const code = endTexts[reason]
    return code === undefined ? (error ?? t('status.unreachable')) : sentence({ code })
  }
}

/** The state of the session, where it needs attention. */
function StatusLine(props: { status: SessionStatus; onRestart: () => void; onApprove: () => void }) {
  const { status, onRestart, onApprove } = props
  const t = useT()
  const endText = useEndText()
  if (status.kind === 'open') return null
  if (status.kind === 'locked') return <ApprovalPanel isBusy={false} problem={status.problem} onApprove={onApprove} />
  if (status.kind === 'approving') return <ApprovalPanel isBusy problem={undefined} onApprove={onApprove} />
  const isOver = status.kind === 'ended' || status.kind === 'replaced' || status.kind === 'tampered'
  return (
    <div
      role="status"
      className="absolute inset-x-4 bottom-4 z-10 flex items-center justify-between gap-3 rounded-md bg-raised px-3 py-2 text-sm shadow-pop"
    >
      <span className="min-w-0 break-words">
        {status.kind === 'ended' ? t('status.ended', { reason: endText(status) }) : t(`status.${status.kind}`)}
      </span>
      {isOver && (
        <Button onClick={onRestart}>
          <RotateCw aria-hidden />
          {t('status.restart')}
        </Button>
      )}
    </div>
  )
}

/** Says that the session is recorded. */
function RecordingLine({ state }: { state: 'on' | 'stopped' }) {
  const t = useT()
  const Icon = state === 'on' ? CircleDot : CircleOff
  return (
    <p role="note" className="flex items-center gap-2 border-b bg-warn/14 px-3 py-1 text-ink text-xs">
      <Icon className="size-3.5 shrink-0 text-warn" aria-hidden />
      {t(state === 'on' ? 'recording.recorded' : 'recording.stopped')}
    </p>
  )
}

/** One session: its screen, and what happens to it. The session outlives the component for a minute, unless it is ended. */
export function TerminalPane(props: {
  serverId: string
  label: string
  settings: Settings
  /** the session before a reload */
  stored: StoredSession | undefined
  onStored: (session: StoredSession | undefined) => void
  onControlUsed: () => void
  className?: string
  onFocus: () => void
  ref: Ref<PaneHandle>
}): ReactNode {
  const { serverId, label, settings, stored, onStored, onControlUsed, className, onFocus, ref } = props
  const t = useT()
  const element = useRef<HTMLDivElement>(null)
  const screen = useRef<Screen>(null)
  const connection = useRef<SessionConnection>(null)
  const [status, setStatus] = useState<SessionStatus>({ kind: 'connecting' })
  const [recording, setRecording] = useState<RecordingState>('off')
  const [isEncrypted, setEncrypted] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const { fontSize, isReadable, isControlHeld } = settings

  const startSession = (resumed?: StoredSession) => {
    const current = screen.current
    if (!current) return
    const started = new SessionConnection({
      connect: (query) => connect(serverId, query),
      now: () => performance.now(),
      after,
      size: () => current.size,
      onOutput(data, skipped, shown) {
        if (skipped > 0) current.write(`\r\n\u001b[2m${t('status.skipped', { bytes: skipped })}\u001b[0m\r\n`)
        current.write(data, shown)
      },
      onStatus(next) {
        setStatus(next)
        setEncrypted(started.isEncrypted)
      },
      onRecording: setRecording,
      makeLock: (sessionId, challenge) =>
        new SessionLock({ serverId, sessionId, challenge, authenticator: browserAuthenticator }),
      store: onStored,
    })
    connection.current = started
    started.start(resumed)
  }

  const translate = useEffectEvent((text: string) => {
    if (!isControlHeld) return text
    onControlUsed()
    return withControl(text)
  })

  const openPane = useEffectEvent((host: HTMLDivElement) => {
    let cancelFit: (() => void) | undefined
    const opened = openScreen(host, {
      fontSize,
      isReadable,
      onInput: (bytes) => connection.current?.input(bytes),
      translate: (text) => translate(text),
      onResize: (size) => connection.current?.resize(size),
      onSearch: () => setSearching(true),
    })
    screen.current = opened
    opened.fit()
    opened.focus()
    startSession(stored)
    const observer = new ResizeObserver(() => {
      cancelFit?.()
      // A hidden tab has no size.
      cancelFit = after(resizeDelay, () => host.clientWidth > 0 && opened.fit())
    })
    observer.observe(host)
    return () => {
      observer.disconnect()
      cancelFit?.()
      connection.current?.leave()
      opened.close()
    }
  })
  useEffect(() => (element.current ? openPane(element.current) : undefined), [])
  useEffect(() => screen.current?.setFontSize(fontSize), [fontSize])
  useEffect(() => screen.current?.setReadable(isReadable), [isReadable])

  useImperativeHandle(ref, () => ({
    end: () => connection.current?.close(),
    type(text) {
      screen.current?.type(text)
      screen.current?.focus()
    },
    press(key) {
      screen.current?.press(key)
      screen.current?.focus()
    },
    focus: () => screen.current?.focus(),
    copy: async () => screen.current?.copy(),
    paste: async () => screen.current?.paste(),
    search: () => setSearching(true),
  }))

  const restart = () => {
    screen.current?.reset()
    startSession()
    screen.current?.focus()
  }
  const approve = async () => {
    await connection.current?.approve()
    screen.current?.focus()
  }
  const endSearch = () => {
    setSearching(false)
    screen.current?.focus()
  }

  return (
    <section aria-label={label} className={cn('flex min-h-0 min-w-0 flex-col', className)} onFocus={onFocus}>
      {isEncrypted && <EncryptedLine />}
      {recording !== 'off' && <RecordingLine state={recording} />}
      <div className="relative min-h-0 flex-1">
        <div ref={element} className="absolute inset-0 overflow-hidden font-mono" />
        {isSearching && <SearchBar onFind={(...query) => screen.current?.find(...query)} onClose={endSearch} />}
        <StatusLine status={status} onRestart={restart} onApprove={() => void approve()} />
      </div>
    </section>
  )
}
