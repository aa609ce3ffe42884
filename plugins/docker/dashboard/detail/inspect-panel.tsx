import {
  api,
  Button,
  CodeBlock,
  ErrorState,
  errorText,
  Skeleton,
  toast,
  useApi,
  useLiveMessage,
  useMe,
  useT,
} from '@svc/dashboard-sdk'
import type { Payload } from '@svc/protocol'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Container, DockerEventUpdate } from '../../src/wire.ts'
import { containerPath } from '../paths.ts'
import { environmentOf, withoutEnvironment } from './environment.ts'

interface Inspected {
  readonly container: Readonly<Record<string, unknown>>
}

/** What the daemon says about a container. */
export function InspectPanel({ serverId, container }: { serverId: string; container: Container }): ReactNode {
  const t = useT()
  const path = containerPath(serverId, container.id)
  const { data, error, refetch } = useApi<Inspected>(path, { staleTime: 0 })
  useLiveMessage<Payload<typeof DockerEventUpdate>>('docker_event', ({ server_id, event }) => {
    if (server_id === serverId && event.actor_id === container.id && !event.action.startsWith('exec_')) void refetch()
  })
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-72 rounded-lg" />
    )
  }
  const text = JSON.stringify(withoutEnvironment(data.container), null, 2)
  return (
    <div className="flex flex-col gap-6">
      <Environment path={path} masked={data.container} />
      <section>
        <h3 className="mb-2 font-semibold text-sm">{t('inspect.json')}</h3>
        <CodeBlock text={text} label={t('inspect.json')} />
      </section>
    </div>
  )
}

/** The environment. Admins can ask for the values, which is audited; they are forgotten when the panel closes. */
function Environment({ path, masked }: { path: string; masked: Inspected['container'] }) {
  const t = useT()
  const { isAdmin } = useMe()
  const [revealed, setRevealed] = useState<Inspected>()
  const [isLoading, setLoading] = useState(false)
  const variables = environmentOf(revealed?.container ?? masked)
  const reveal = async () => {
    setLoading(true)
    try {
      setRevealed(await api<Inspected>('GET', path, undefined, { search: { reveal: true } }))
    } catch (error) {
      toast.error(errorText(error, t))
    }
    setLoading(false)
  }
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-sm">{t('inspect.environment')}</h3>
        {isAdmin && variables.length > 0 && (
          <Button size="sm" busy={isLoading} onClick={() => (revealed ? setRevealed(undefined) : void reveal())}>
            {revealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            {t(revealed ? 'inspect.hide' : 'inspect.reveal')}
          </Button>
        )}
      </div>
      {variables.length === 0 ? (
        <p className="text-muted text-sm">{t('inspect.noEnvironment')}</p>
      ) : (
        <>
          <p className="mb-2 text-faint text-xs">{t(isAdmin ? 'inspect.revealHint' : 'inspect.maskedHint')}</p>
          <dl className="divide-y rounded-md bg-sunken font-mono text-xs ring-1 ring-line ring-inset">
            {variables.map(({ name, value }) => (
              <div key={name} className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-[minmax(8rem,2fr)_3fr]">
                <dt className="break-words text-muted">{name}</dt>
                <dd className="break-words">{value || '–'}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}
