import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import { memo, type ReactNode, useMemo } from 'react'
import { type Color, parseAnsi, type Span } from './ansi.ts'
import type { LogLine } from './log-buffer.ts'

const colors: Readonly<Record<Color, string>> = {
  ...{ red: 'text-danger', green: 'text-ok', yellow: 'text-warn', blue: 'text-chart-6' },
  ...{ magenta: 'text-chart-3', cyan: 'text-accent', gray: 'text-faint' },
}

const lookOf = ({ color, bold, dim, italic, underline }: Span) =>
  cn(
    dim && 'text-muted',
    color && colors[color],
    bold && 'font-semibold',
    italic && 'italic',
    underline && 'underline',
  ) || undefined

/** Splits a text at each occurrence of `query`, which is in lower case. */
function marked(text: string, query: string): ReactNode {
  if (query === '') return text
  const parts: ReactNode[] = []
  const lower = text.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, from)) {
    parts.push(
      text.slice(from, at),
      <mark key={at} className="rounded-xs bg-warn/25 text-ink">
        {text.slice(at, at + query.length)}
      </mark>,
    )
    from = at + query.length
  }
  return [...parts, text.slice(from)]
}

interface LinesProps {
  readonly lines: readonly LogLine[]
  readonly query: string
  readonly isWrapped: boolean
  readonly hasTimes: boolean
}

const isSameChunk = (a: LinesProps, b: LinesProps) =>
  a.query === b.query &&
  a.isWrapped === b.isWrapped &&
  a.hasTimes === b.hasTimes &&
  a.lines.length === b.lines.length &&
  a.lines.every((line, index) => line === b.lines[index])

/** Some lines, laid out by the browser only while they are visible. Only the last chunk of a log changes. */
const Chunk = memo(function Chunk({ lines, query, isWrapped, hasTimes }: LinesProps) {
  const t = useT()
  const format = useFormat()
  return (
    <div className="[content-visibility:auto]" style={{ containIntrinsicBlockSize: `auto ${lines.length * 1.25}rem` }}>
      {lines.map((line) => (
        <div
          key={line.seq}
          className={cn(
            'flex min-h-5 gap-3 border-l-2 border-transparent pr-5 pl-4.5 hover:bg-accent-soft/50',
            line.stream === 'stderr' && 'border-danger/60',
            isWrapped ? 'whitespace-pre-wrap [overflow-wrap:anywhere]' : 'w-max min-w-full whitespace-pre',
          )}
        >
          {line.dropped === undefined ? (
            <>
              {hasTimes && line.timestamp && (
                <time
                  dateTime={line.timestamp}
                  data-tip={format.dateTime(line.timestamp)}
                  className="shrink-0 text-faint"
                >
                  {format.time(line.timestamp)}
                </time>
              )}
              <span className="min-w-0">
                {line.stream === 'stderr' && <span className="sr-only">{`${t('logs.stderr')}: `}</span>}
                <Text line={line} query={query} />
              </span>
            </>
          ) : (
            <span className="text-warn italic">
              {t('logs.droppedHere', { count: line.dropped, number: format.number(line.dropped) })}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}, isSameChunk)

function Text({ line, query }: { line: LogLine; query: string }) {
  const spans = useMemo(() => parseAnsi(line.text), [line])
  return spans.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a line never change
    <span key={index} className={lookOf(span)}>
      {marked(span.text, query)}
    </span>
  ))
}

const linesPerChunk = 50

/** The lines of a log. Each chunk begins at a multiple of its size, so that removing old lines changes only the first one. */
export function LogLines({ lines, ...look }: LinesProps): ReactNode {
  const chunks = useMemo(() => {
    const byChunk = new Map<number, LogLine[]>()
    for (const line of lines) {
      const key = Math.floor(line.seq / linesPerChunk)
      const chunk = byChunk.get(key)
      if (chunk) chunk.push(line)
      else byChunk.set(key, [line])
    }
    return [...byChunk]
  }, [lines])
  return chunks.map(([key, chunk]) => <Chunk key={key} lines={chunk} {...look} />)
}
