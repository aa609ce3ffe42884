import {
  Badge,
  Button,
  type Column,
  IconButton,
  PageLink,
  Table,
  type TableProps,
  Tooltip,
  useFormat,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import { Download, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Recording } from '../../src/recordings/recording-schema.ts'
import { recordingPage } from '../pages.ts'
import { castPath } from './paths.ts'

/** Whether a recording is complete; nothing if it is. */
export function RecordingState({ recording: { ended_at, cut } }: { recording: Recording }): ReactNode {
  const t = useT()
  if (ended_at === null) return <Badge tone="accent">{t('recordings.running')}</Badge>
  return cut && <Badge tone="warn">{t(`recordings.cut.${cut}`)}</Badge>
}

/** Recordings with links to play, download and delete them. */
export function RecordingTable(
  props: { recordings: readonly Recording[] | undefined; onDelete: (recording: Recording) => void } & Pick<
    TableProps<Recording>,
    'error' | 'onRetry' | 'empty' | 'pages'
  >,
): ReactNode {
  const { recordings, onDelete, ...table } = props
  const t = useT()
  const format = useFormat()
  const names = useServerNames()
  const nameOf = ({ server_id }: Recording) => names.get(server_id) ?? server_id
  const lengthOf = ({ ended_at, duration_ms }: Recording) =>
    ended_at === null ? '–' : format.clock(Math.round(duration_ms / 1000))
  const columns: Column<Recording>[] = [
    {
      id: 'session',
      header: t('recordings.server'),
      cell: (recording) => (
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <PageLink
              page={recordingPage}
              params={{ recordingId: recording.id }}
              aria-label={t('recordings.playName', {
                server: nameOf(recording),
                at: format.dateTime(recording.started_at),
              })}
              className="wrap-anywhere rounded-xs font-medium underline-offset-2 hover:underline"
            >
              {nameOf(recording)}
            </PageLink>
            <RecordingState recording={recording} />
          </div>
          <p className="text-faint text-xs sm:hidden">
            {[recording.username, format.dateTime(recording.started_at), lengthOf(recording)].join(' · ')}
          </p>
        </div>
      ),
    },
    { id: 'user', header: t('recordings.user'), className: 'max-sm:hidden', cell: ({ username }) => username },
    {
      id: 'started',
      header: t('recordings.started'),
      className: 'max-sm:hidden whitespace-nowrap',
      cell: ({ started_at }) => <time dateTime={started_at}>{format.dateTime(started_at)}</time>,
    },
    {
      id: 'length',
      header: t('recordings.length'),
      align: 'right',
      className: 'max-sm:hidden figures',
      cell: lengthOf,
    },
    {
      id: 'size',
      header: t('recordings.size'),
      align: 'right',
      className: 'max-md:hidden figures whitespace-nowrap',
      cell: ({ ended_at, bytes }) => (ended_at === null ? '–' : format.bytes(bytes)),
    },
    {
      id: 'actions',
      label: t('recordings.actions'),
      align: 'right',
      className: 'w-0',
      cell: (recording) => (
        <div className="flex justify-end gap-1">
          <Tooltip text={t('recordings.download')}>
            <Button asChild variant="ghost" className="size-8.5 px-0">
              <a href={castPath(recording.id)} download aria-label={t('recordings.download')}>
                <Download aria-hidden />
              </a>
            </Button>
          </Tooltip>
          <IconButton
            label={t('recordings.delete')}
            disabled={recording.ended_at === null}
            onClick={() => onDelete(recording)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ),
    },
  ]
  return (
    <Table caption={t('recordings.title')} columns={columns} rows={recordings} rowKey={({ id }) => id} {...table} />
  )
}
