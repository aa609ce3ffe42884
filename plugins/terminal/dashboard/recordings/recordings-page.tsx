import {
  Card,
  EmptyState,
  PageHeader,
  Select,
  StaleNote,
  Switch,
  useApi,
  useMutate,
  usePageSearch,
  useServerList,
  useT,
} from '@svc/dashboard-sdk'
import { SquarePlay } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Recording, RecordingPage, TerminalSettings } from '../../src/recordings/recording-schema.ts'
import { recordingsPage } from '../pages.ts'
import { DeleteRecording } from './delete-recording.tsx'
import { recordingsPath, settingsPath } from './paths.ts'
import { RecordingTable } from './recording-table.tsx'

const pageSize = 50

/** Turns the recording of new sessions on and off. */
function RecordingSwitch() {
  const t = useT()
  const { data } = useApi<TerminalSettings>(settingsPath)
  const save = useMutate<boolean, TerminalSettings>('PUT', settingsPath, {
    body: (recording) => ({ recording }),
    invalidates: [settingsPath],
  })
  return (
    <Card className="mb-4">
      <div className="flex items-center justify-between gap-6">
        <div className="min-w-0">
          <h2 className="font-semibold text-base">{t('recordings.switch')}</h2>
          <p className="mt-0.5 text-muted text-sm">{t('recordings.switchHint')}</p>
        </div>
        <Switch
          label={t('recordings.switch')}
          checked={save.isPending ? save.variables : data?.recording === true}
          disabled={!data || save.isPending}
          onChange={(recording) => save.mutate(recording)}
        />
      </div>
    </Card>
  )
}

/** Recorded terminal sessions. */
export default function RecordingsPage(): ReactNode {
  const t = useT()
  const servers = useServerList()
  const [{ server, page }, setSearch] = usePageSearch(recordingsPage)
  const search = { server_id: server, limit: pageSize, offset: (page - 1) * pageSize }
  const { data, error, refetch } = useApi<RecordingPage>(recordingsPath, {
    search,
    staleTime: 5000,
    refetchInterval: 30_000,
    keepPrevious: true,
  })
  const [deleting, setDeleting] = useState<Recording>()
  return (
    <>
      <PageHeader title={t('recordings.title')} description={t('recordings.hint')} />
      <RecordingSwitch />
      {data && <StaleNote error={error} onRetry={() => void refetch()} />}
      <div className="mb-3 max-w-64">
        <Select
          aria-label={t('recordings.server')}
          value={server ?? ''}
          onChange={({ target }) => setSearch({ server: target.value || undefined, page: 1 })}
        >
          <option value="">{t('recordings.allServers')}</option>
          {servers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Card flush>
        <RecordingTable
          recordings={data?.recordings}
          error={error}
          onRetry={() => void refetch()}
          onDelete={setDeleting}
          pages={{ page, size: pageSize, total: data?.total ?? 0, onPage: (next) => setSearch({ page: next }) }}
          empty={<EmptyState icon={SquarePlay} title={t('recordings.empty')} description={t('recordings.emptyHint')} />}
        />
      </Card>
      {deleting && <DeleteRecording recording={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
