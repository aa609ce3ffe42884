import {
  Button,
  EmptyState,
  ErrorState,
  PageHeader,
  Skeleton,
  useApi,
  useApiBytes,
  useFormat,
  useNavigateToPage,
  usePageParams,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import { Download, FileWarning, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Recording } from '../../src/recordings/recording-schema.ts'
import { recordingPage, recordingsPage } from '../pages.ts'
import { type Cast, parseCast } from './cast.ts'
import { DeleteRecording } from './delete-recording.tsx'
import { castPath, recordingPath } from './paths.ts'
import { Player } from './player.tsx'
import { RecordingState } from './recording-table.tsx'

function tryParse(bytes: ArrayBuffer): Cast | undefined {
  try {
    return parseCast(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Loads the file once: reading it leaves an audit entry. */
function Content({ id }: { id: string }) {
  const t = useT()
  const [isLoaded, setLoaded] = useState(false)
  const { data, error, refetch } = useApiBytes(castPath(id), { enabled: !isLoaded })
  if (data && !isLoaded) setLoaded(true)
  const cast = useMemo(() => data && tryParse(data), [data])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 rounded-lg" />
  if (!cast) return <EmptyState icon={FileWarning} title={t('player.unreadable')} />
  return <Player cast={cast} />
}

/** A recorded session. */
export default function RecordingPage(): ReactNode {
  const { recordingId } = usePageParams(recordingPage)
  const t = useT()
  const format = useFormat()
  const navigate = useNavigateToPage()
  const names = useServerNames()
  const { data, error, refetch } = useApi<Recording>(recordingPath(recordingId))
  const [isDeleting, setDeleting] = useState(false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 rounded-lg" />
  return (
    <>
      <PageHeader
        title={names.get(data.server_id) ?? t('recordings.one')}
        aside={<RecordingState recording={data} />}
        description={`${data.username} · ${format.dateTime(data.started_at)}`}
        actions={
          <>
            <Button asChild>
              <a href={castPath(data.id)} download>
                <Download aria-hidden />
                {t('recordings.download')}
              </a>
            </Button>
            <Button disabled={data.ended_at === null} onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden />
              {t('recordings.delete')}
            </Button>
          </>
        }
      />
      <Content id={data.id} />
      {isDeleting && (
        <DeleteRecording
          recording={data}
          onDeleted={() => navigate(recordingsPage, {})}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
