import {
  Badge,
  CopyButton,
  cn,
  Dialog,
  ErrorState,
  Field,
  Select,
  Skeleton,
  useApi,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { RunOutput, RunServer, TaskRun } from '@svc/plugin-tasks/contract'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { displayText } from '../display-text.ts'
import { outputPath } from '../paths.ts'
import { ServerMark } from '../run-mark.tsx'
import { Denied } from './denied.tsx'
import { type DiffLine, diffLines } from './diff-lines.ts'
import { useRunOutput } from './use-run-output.ts'

/** The output of a server in a run, live while it runs; or how it differs from that of another server. */
export function OutputDialog(props: { run: TaskRun; server: RunServer; onClose: () => void }): ReactNode {
  const { run, server, onClose } = props
  const t = useT()
  const names = useServerNames()
  const nameOf = (id: string) => names.get(id) ?? id
  const [other, setOther] = useState('')
  const isRunning = server.exit_code === null && run.state === 'running'
  const { data, error, refetch, live } = useRunOutput(run.task_id, run.id, server.server_id, isRunning)
  const attempt = data?.attempts.at(-1)
  const text = displayText(isRunning ? live : (attempt?.output ?? ''))
  // One that was running when the grant ended has output.
  const isDenied = server.end === 'denied' && data !== undefined && text === ''
  const others = run.servers.filter(
    ({ server_id, end }) => server_id !== server.server_id && end !== null && end !== 'denied',
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="lg"
      title={nameOf(server.server_id)}
      description={<ServerMark server={server} />}
    >
      <div className="flex flex-col gap-4">
        {!isRunning && !isDenied && others.length > 0 && (
          <Field label={t('output.compare')}>
            <Select value={other} onChange={({ target }) => setOther(target.value)}>
              <option value="">{t('output.compareNone')}</option>
              {others.map(({ server_id }) => (
                <option key={server_id} value={server_id}>
                  {nameOf(server_id)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {isDenied ? (
          <Denied />
        ) : error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="h-32" />
        ) : other ? (
          <Difference
            run={run}
            other={other}
            text={text}
            names={{ before: nameOf(other), after: nameOf(server.server_id) }}
          />
        ) : (
          <OutputText text={text} follows={isRunning} />
        )}
        {attempt && attempt.attempt > 1 && <Badge>{t('output.attempt', { attempt: attempt.attempt })}</Badge>}
      </div>
    </Dialog>
  )
}

const boxLook =
  'max-h-[60dvh] min-h-24 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5 ring-1 ring-line ring-inset'

/** A region that scrolls; `end` keeps its end in view. */
function ScrollBox({ label, end, children }: { label: string; end?: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (end !== undefined && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [end])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={box} aria-label={label} tabIndex={0} className={boxLook}>
      {children}
    </section>
  )
}

function OutputText({ text, follows }: { text: string; follows: boolean }) {
  const t = useT()
  return (
    <div className="relative">
      <ScrollBox label={t('output.title')} end={follows ? text : undefined}>
        {text === '' ? (
          <p className="text-faint">{t(follows ? 'output.waiting' : 'output.empty')}</p>
        ) : (
          <pre className="wrap-anywhere whitespace-pre-wrap">{text}</pre>
        )}
      </ScrollBox>
      {text !== '' && !follows && (
        <span className="absolute top-1.5 right-3">
          <CopyButton text={text} />
        </span>
      )}
    </div>
  )
}

const marks = { same: ' ', removed: '−', added: '+' } as const
const looks = { same: '', removed: 'bg-danger/13', added: 'bg-ok/12' } as const

function Difference(props: {
  run: TaskRun
  other: string
  text: string
  names: { readonly before: string; readonly after: string }
}) {
  const { run, other, text, names } = props
  const t = useT()
  const { data, error, refetch } = useApi<RunOutput>(outputPath(run.task_id, run.id, other))
  const before = data && displayText(data.attempts.at(-1)?.output ?? '')
  const lines = useMemo(() => (before === undefined ? [] : diffLines(before, text)), [before, text])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-32" />
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-muted text-sm">{t('output.same')}</p>
  return (
    <ScrollBox label={t('output.difference')}>
      <div className="mb-2 border-b pb-2 font-semibold">
        <Line kind="removed" text={names.before} />
        <Line kind="added" text={names.after} />
      </div>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, and the list is replaced as a whole
        <Line key={index} {...line} />
      ))}
    </ScrollBox>
  )
}

function Line({ kind, text }: DiffLine) {
  return (
    <pre className={cn('wrap-anywhere whitespace-pre-wrap', looks[kind])}>
      <span className="select-none text-faint">{marks[kind]} </span>
      {text}
    </pre>
  )
}
