import { Button, errorText, StatusDot, useT } from '@svc/dashboard-sdk'
import { ArrowDown, Pause, Play, RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FileEntry } from '../../src/wire.ts'
import { shownName } from '../list/shown-name.ts'
import { useFollow } from './use-follow.ts'

const tones = { connecting: 'pending', live: 'on', ended: 'off' } as const
/** pixels from the end that still count as the end */
const tolerance = 24

/** The end of a file, with what is appended to it. */
export default function FollowView(props: { serverId: string; entry: FileEntry; actions: ReactNode }): ReactNode {
  const { serverId, entry, actions } = props
  const t = useT()
  const [isPaused, setPaused] = useState(false)
  const { text, isCut, status, error, reconnect } = useFollow(serverId, entry, isPaused)
  const box = useRef<HTMLElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move the end
  useEffect(() => {
    const element = box.current
    if (isAtEnd && element) element.scrollTop = element.scrollHeight
  }, [text, isAtEnd])
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
        <span role="status" className="min-w-0 flex-1 truncate max-sm:basis-full">
          <StatusDot
            tone={error ? 'danger' : isPaused ? 'warn' : tones[status]}
            label={error ? errorText(error, t) : t(`follow.${isPaused ? 'paused' : status}`)}
          />
        </span>
        {status === 'ended' && (
          <Button onClick={reconnect}>
            <RotateCcw aria-hidden />
            {t('follow.reconnect')}
          </Button>
        )}
        <Button onClick={() => setPaused(!isPaused)}>
          {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
          {t(isPaused ? 'follow.resume' : 'follow.pause')}
        </Button>
        {actions}
      </div>
      <div className="relative min-h-0 flex-1 bg-panel">
        <section
          ref={box}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('follow.label', { name: shownName(entry.name) })}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
            setAtEnd(scrollHeight - scrollTop - clientHeight <= tolerance)
          }
          className="absolute inset-0 overflow-auto -outline-offset-2"
        >
          {isCut && <p className="px-4 pt-2 text-faint text-xs">{t('follow.cut')}</p>}
          <pre className="whitespace-pre-wrap px-4 py-2 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
            {text}
          </pre>
          {text === '' && status === 'live' && (
            <p className="px-4 py-6 text-center text-muted text-sm">{t('follow.empty')}</p>
          )}
        </section>
        {!isAtEnd && (
          <Button
            size="sm"
            variant="primary"
            className="absolute right-4 bottom-3 shadow-pop"
            onClick={() => setAtEnd(true)}
          >
            <ArrowDown aria-hidden />
            {t('follow.end')}
          </Button>
        )}
      </div>
    </>
  )
}
