import {
  Button,
  cn,
  DropdownMenu,
  fileNameOf,
  IconButton,
  MenuCheck,
  MenuChoice,
  MenuLabel,
  MenuSeparator,
  SearchInput,
  StatusDot,
  Switch,
  saveFile,
  useFormat,
  useStoredChoice,
  useT,
} from '@svc/dashboard-sdk'
import { ArrowDown, Download, Eraser, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { plainText } from './ansi.ts'
import { type LogLine, maxLines } from './log-buffer.ts'
import { LogLines } from './log-lines.tsx'
import type { LogStatus } from './log-stream.ts'
import { type LogSource, useLogs } from './use-logs.ts'

const tails = ['100', '500', '1000', '5000'] as const
const ages = ['any', '15m', '1h', '24h'] as const
const seconds: Readonly<Record<(typeof ages)[number], number | undefined>> = {
  ...{ any: undefined, '15m': 900, '1h': 3600, '24h': 86_400 },
}
const streams = ['all', 'stdout', 'stderr'] as const
type Stream = (typeof streams)[number]

const tones = { connecting: 'pending', live: 'on', ended: 'off', lost: 'warn' } as const

const switches = ['on', 'off'] as const

interface ShownContainer {
  readonly id: string
  readonly name: string
  readonly isRunning: boolean
}

/** The log of a container. */
export function LogPanel(props: {
  serverId: string
  container: ShownContainer
  /** the agent can send lines from a certain time on */
  canLimitAge: boolean
}): ReactNode {
  const { serverId, container, canLimitAge } = props
  const [tail, setTail] = useStoredChoice('docker.logs.tail', tails)
  const [age, setAge] = useState<(typeof ages)[number]>('any')
  const maxAge = canLimitAge ? seconds[age] : undefined
  const t = useT()
  return (
    <Log
      key={`${tail} ${age}`}
      source={{ serverId, containerId: container.id, tail: Number(tail), maxAge }}
      container={container}
      choices={
        <>
          <MenuLabel>{t('logs.tail')}</MenuLabel>
          <MenuChoice
            value={tail}
            onChange={setTail}
            options={tails.map((value) => ({ value, label: t('logs.lastLines', { count: Number(value) }) }))}
          />
          {canLimitAge && (
            <>
              <MenuLabel>{t('logs.since')}</MenuLabel>
              <MenuChoice
                value={age}
                onChange={setAge}
                options={ages.map((value) => ({ value, label: t(`logs.age.${value}`) }))}
              />
            </>
          )}
        </>
      }
    />
  )
}

/** The lines of the chosen stream that contain `query`. */
const matchingLines = (lines: readonly LogLine[], stream: Stream, query: string): readonly LogLine[] =>
  stream === 'all' && query === ''
    ? lines
    : lines.filter(
        (line) =>
          line.dropped !== undefined ||
          ((stream === 'all' || line.stream === stream) &&
            (query === '' || plainText(line.text).toLowerCase().includes(query))),
      )

const fileLine = ({ timestamp, text, dropped }: LogLine) =>
  dropped === undefined ? `${timestamp ? `${timestamp} ` : ''}${plainText(text)}` : `[${dropped} lines dropped]`

function Log({ source, container, choices }: { source: LogSource; container: ShownContainer; choices: ReactNode }) {
  const t = useT()
  const format = useFormat()
  const { lines, removed, dropped, status, error, clear, retry } = useLogs(source, container.isRunning)
  const [typed, setTyped] = useState('')
  const [stream, setStream] = useState<Stream>('all')
  const [wrap, setWrap] = useStoredChoice('docker.logs.wrap', switches)
  const [times, setTimes] = useStoredChoice('docker.logs.times', ['off', 'on'])
  const query = typed.toLowerCase()
  const shown = useMemo(() => matchingLines(lines, stream, query), [lines, stream, query])
  const { box, isFollowing, follow, onScroll } = useFollow(shown)
  const number = (value: number) => format.number(value)
  return (
    <section aria-label={t('logs.title')} className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-5 py-2.5">
        <SearchInput value={typed} onChange={setTyped} placeholder={t('logs.search')} className="md:w-56" />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch names itself */}
        <label className="flex items-center gap-2 text-sm">
          <Switch checked={isFollowing} onChange={follow} label={t('logs.follow')} />
          <span aria-hidden>{t('logs.follow')}</span>
        </label>
        <div className="ml-auto flex items-center gap-1">
          <DropdownMenu
            trigger={
              <IconButton label={t('logs.options')}>
                <SlidersHorizontal aria-hidden />
              </IconButton>
            }
          >
            <MenuCheck checked={wrap === 'on'} onChange={(on) => setWrap(on ? 'on' : 'off')}>
              {t('logs.wrap')}
            </MenuCheck>
            <MenuCheck checked={times === 'on'} onChange={(on) => setTimes(on ? 'on' : 'off')}>
              {t('logs.times')}
            </MenuCheck>
            <MenuSeparator />
            <MenuLabel>{t('logs.stream')}</MenuLabel>
            <MenuChoice
              value={stream}
              onChange={setStream}
              options={streams.map((value) => ({ value, label: t(`logs.streams.${value}`) }))}
            />
            {choices}
          </DropdownMenu>
          <IconButton
            label={t('logs.download')}
            disabled={shown.length === 0}
            onClick={() =>
              saveFile(fileNameOf([container.name], 'log'), 'text/plain', `${shown.map(fileLine).join('\n')}\n`)
            }
          >
            <Download aria-hidden />
          </IconButton>
          <IconButton label={t('logs.clear')} disabled={lines.length === 0} onClick={clear}>
            <Eraser aria-hidden />
          </IconButton>
        </div>
      </div>
      <div className="relative min-h-0 flex-1 bg-panel">
        <section
          ref={box}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('logs.lines')}
          onScroll={onScroll}
          className="absolute inset-0 overflow-auto py-2 font-mono text-xs leading-5 -outline-offset-2"
        >
          <LogLines lines={shown} query={query} isWrapped={wrap === 'on'} hasTimes={times === 'on'} />
          {shown.length === 0 && (
            <p className="px-5 py-8 text-center font-sans text-muted text-sm">
              {t(lines.length > 0 ? 'logs.noMatch' : status === 'connecting' ? 'logs.loading' : 'logs.empty')}
            </p>
          )}
        </section>
        {!isFollowing && shown.length > 0 && (
          <Button
            size="sm"
            variant="primary"
            className="absolute right-4 bottom-3 shadow-pop"
            onClick={() => follow(true)}
          >
            <ArrowDown aria-hidden />
            {t('logs.newest')}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-5 py-2 text-faint text-xs">
        <Status status={status} error={error} />
        {error && (
          <Button size="sm" onClick={retry}>
            {t('sdk:action.retry')}
          </Button>
        )}
        <span className="figures">
          {query || stream !== 'all'
            ? t('logs.matches', { count: shown.length, number: number(shown.length), total: number(lines.length) })
            : t('logs.count', { count: lines.length, number: number(lines.length) })}
        </span>
        {removed > 0 && <span>{t('logs.removed', { max: number(maxLines) })}</span>}
        {dropped > 0 && (
          <span className="figures text-warn">{t('logs.dropped', { count: dropped, number: number(dropped) })}</span>
        )}
      </div>
    </section>
  )
}

function Status({ status, error }: { status: LogStatus; error: string | undefined }) {
  const t = useT()
  return (
    <span role="status" className={cn('min-w-0', error && 'text-danger')}>
      <StatusDot tone={error ? 'danger' : tones[status]} label={t(`logs.status.${status}`)} className="text-xs" />
      {error && <span className="ml-2 break-words">{error}</span>}
    </span>
  )
}

/** pixels from the end that still count as the end */
const tolerance = 24

/** Keeps the end of a log visible until somebody scrolls up. */
function useFollow(lines: readonly LogLine[]) {
  const box = useRef<HTMLElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const lastTop = useRef(0)
  const toEnd = () => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move the end
  useEffect(() => {
    if (!isFollowing) return
    toEnd()
    // Once more when the browser has laid out the lines that became visible.
    const frame = requestAnimationFrame(toEnd)
    return () => cancelAnimationFrame(frame)
  }, [lines, isFollowing])
  return {
    box,
    isFollowing,
    follow: setFollowing,
    onScroll() {
      const element = box.current
      if (!element) return
      const { scrollTop, scrollHeight, clientHeight } = element
      const isAtEnd = scrollHeight - scrollTop - clientHeight <= tolerance
      // Only scrolling up stops it: new lines and a changed layout move the end away as well.
      if (isAtEnd) setFollowing(true)
      else if (scrollTop < lastTop.current - 1) setFollowing(false)
      lastTop.current = scrollTop
    },
  }
}
