import { Button, cn, errorText, IconButton, useCodedText, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import { ArrowDownToLine, ArrowUpFromLine, Check, Replace, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TransferView } from '../../src/transfers/transfer-schema.ts'
import { transfersRoute } from '../file-routes.ts'
import { baseName } from '../host-path.ts'
import { shownName } from '../list/shown-name.ts'
import { secondsLeft } from './rate.ts'
import type { Upload, UploadQueue } from './upload-queue.ts'

/** Rows that are rendered; the others are counted. */
const maxRows = 100

/** Uploads of this page and downloads, with what can be done about them. */
export function TransfersPanel(props: {
  uploads: readonly Upload[]
  queue: UploadQueue
  transfers: readonly TransferView[]
  onClose: () => void
}): ReactNode {
  const { uploads, queue, transfers, onClose } = props
  const t = useT()
  const existing = uploads.filter(({ state }) => state === 'exists')
  const failed = uploads.filter(({ state }) => state === 'failed')
  const done = uploads.filter(({ state }) => state === 'done').length
  // What needs attention comes first, then what is on its way.
  const order = { exists: 0, failed: 1, sending: 2, waiting: 3, done: 4 }
  const shown = uploads.toSorted((a, b) => order[a.state] - order[b.state]).slice(0, maxRows)
  return (
    <section aria-label={t('transfers.title')} className="flex max-h-64 flex-col border-t">
      <header className="flex flex-wrap items-center gap-2 px-4 py-1.5">
        <h2 className="font-medium text-sm">{t('transfers.title')}</h2>
        {uploads.length > 0 && (
          <span role="status" className="figures text-muted text-sm">
            {t('transfers.progress', { done, count: uploads.length })}
          </span>
        )}
        <div className="ml-auto flex items-center gap-1.5">
          {existing.length > 1 && (
            <Button
              size="sm"
              onClick={() => {
                for (const { id } of existing) queue.retry(id, { overwrite: true })
              }}
            >
              {t('transfers.replaceAll', { count: existing.length })}
            </Button>
          )}
          {existing.length > 1 && (
            <Button
              size="sm"
              onClick={() => {
                for (const { id } of existing) queue.cancel(id)
              }}
            >
              {t('transfers.skipAll')}
            </Button>
          )}
          {failed.length > 1 && (
            <Button
              size="sm"
              onClick={() => {
                for (const { id } of failed) queue.retry(id)
              }}
            >
              {t('transfers.retryAll')}
            </Button>
          )}
          {done > 0 && (
            <Button size="sm" variant="ghost" onClick={() => queue.clear()}>
              {t('transfers.clear')}
            </Button>
          )}
          <IconButton label={t('transfers.close')} size="sm" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
      </header>
      <div className="min-h-0 overflow-y-auto px-4 pb-2">
        {shown.length === 0 && transfers.length === 0 ? (
          <p className="py-3 text-muted text-sm">{t('transfers.empty')}</p>
        ) : (
          <ul className="divide-y text-sm">
            {transfers.map((transfer) => (
              <ServerRow key={transfer.transfer_id} transfer={transfer} />
            ))}
            {shown.map((upload) => (
              <UploadRow key={upload.id} upload={upload} queue={queue} />
            ))}
            {uploads.length > maxRows && (
              <li className="py-2 text-muted">{t('transfers.more', { count: uploads.length - maxRows })}</li>
            )}
          </ul>
        )}
      </div>
    </section>
  )
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const t = useT()
  const { id, path, size, state, sent, rate, error } = upload
  const name = shownName(baseName(path))
  return (
    <Row
      icon={state === 'done' ? Check : state === 'failed' || state === 'exists' ? TriangleAlert : ArrowUpFromLine}
      tone={
        state === 'done'
          ? 'text-ok'
          : state === 'failed'
            ? 'text-danger'
            : state === 'exists'
              ? 'text-warn'
              : 'text-faint'
      }
      path={path}
      text={state === 'failed' ? errorText(error, t) : t(`transfers.state.${state}`)}
      progress={state === 'sending' ? { size, done: sent, rate } : undefined}
    >
      {state === 'exists' && (
        <Button size="sm" onClick={() => queue.retry(id, { overwrite: true })}>
          <Replace aria-hidden />
          {t('transfers.replace')}
        </Button>
      )}
      {state === 'failed' && (
        <Button size="sm" onClick={() => queue.retry(id)}>
          <RotateCcw aria-hidden />
          {t('transfers.retry')}
        </Button>
      )}
      {state !== 'done' && (
        <IconButton
          size="sm"
          label={t(state === 'exists' ? 'transfers.skip' : 'transfers.cancel', { name })}
          onClick={() => queue.cancel(id)}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </Row>
  )
}

function ServerRow({ transfer }: { transfer: TransferView }) {
  const t = useT()
  const sentence = useCodedText()
  const { transfer_id: id, file_path, file_size, bytes_transferred, bytes_per_second, status, direction } = transfer
  const [isHidden, setHidden] = useState(false)
  const cancel = useMutate('DELETE', `${transfersRoute}/${id}`, {
    invalidates: [transfersRoute],
    onDone: () => setHidden(true),
  })
  if (isHidden) return null
  const isFailed = status === 'failed'
  const reason = transfer.error_text ? sentence(transfer.error_text) : transfer.error
  return (
    <Row
      icon={isFailed ? TriangleAlert : direction === 'download' ? ArrowDownToLine : ArrowUpFromLine}
      tone={isFailed ? 'text-danger' : 'text-faint'}
      path={file_path}
      text={isFailed && reason ? reason : t(`transfers.status.${status}`)}
      progress={
        status === 'in_progress' ? { size: file_size, done: bytes_transferred, rate: bytes_per_second } : undefined
      }
    >
      <IconButton
        size="sm"
        label={t(isFailed || status === 'cancelled' ? 'transfers.remove' : 'transfers.cancel', {
          name: shownName(baseName(file_path)),
        })}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        <X aria-hidden />
      </IconButton>
    </Row>
  )
}

interface Progress {
  readonly size: number | null
  readonly done: number
  readonly rate: number
}

function Row(props: {
  icon: typeof Check
  tone: string
  path: string
  text: string
  progress: Progress | undefined
  children: ReactNode
}) {
  const { icon: Icon, tone, path, text, progress, children } = props
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Icon aria-hidden className={cn('size-4 shrink-0', tone)} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-3">
          <bdi className="min-w-0 truncate" data-tip={shownName(path)}>
            {shownName(baseName(path))}
          </bdi>
          <span className="figures ml-auto min-w-0 truncate text-right text-muted text-xs" data-tip={text}>
            {progress ? <ProgressText {...progress} /> : text}
          </span>
        </div>
        {progress && progress.size !== null && (
          <div
            role="progressbar"
            aria-label={shownName(baseName(path))}
            aria-valuenow={percentOf(progress.done, progress.size)}
            className="mt-1 h-1 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full bg-accent" style={{ width: `${percentOf(progress.done, progress.size)}%` }} />
          </div>
        )}
      </div>
      {children}
    </li>
  )
}

const percentOf = (done: number, size: number) => (size === 0 ? 100 : Math.min(100, Math.round((100 * done) / size)))

function ProgressText({ size, done, rate }: Progress) {
  const t = useT()
  const format = useFormat()
  const left = secondsLeft(size, done, rate)
  return [
    size === null ? format.bytes(done) : t('transfers.of', { done: format.bytes(done), size: format.bytes(size) }),
    rate > 0 && format.rate(rate),
    left !== undefined && left > 0 && t('transfers.left', { time: format.duration(left) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
