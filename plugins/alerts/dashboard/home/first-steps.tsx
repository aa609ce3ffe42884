import {
  Button,
  Card,
  cn,
  IconButton,
  PageLink,
  toast,
  useApi,
  useMe,
  useMutate,
  useServers,
  useStoredChoice,
  useT,
} from '@svc/dashboard-sdk'
import type { Channel } from '@svc/plugin-alerts/contract'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ServerStatus } from '@svc/protocol'
import { CircleCheck, CircleDashed, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { notificationsPage } from '../pages.ts'
import { channelsPath, deliveriesPath, itemPath } from '../paths.ts'

const firstServer = (servers: readonly ServerStatus[]) => servers.slice(0, 1).map(({ id }) => id)

/** What is left to do until the first alert arrives somewhere, on the home page of administrators. */
export default function FirstSteps(): ReactNode {
  const { isAdmin } = useMe()
  const [choice] = useStoredChoice('alerts.first-steps', ['shown', 'hidden'])
  return isAdmin && choice === 'shown' ? <Steps /> : null
}

function Steps() {
  const t = useT()
  const isServerAdded = useServers(firstServer).length > 0
  const { data: channels } = useApi<readonly Channel[]>(channelsPath, { staleTime: 10_000 })
  const [, setChoice] = useStoredChoice('alerts.first-steps', ['shown', 'hidden'])
  const test = useMutate<string>('POST', (id) => `${itemPath(channelsPath, id)}/test`, {
    body: () => undefined,
    invalidates: [channelsPath, deliveriesPath],
    onDone: () => void toast.success(t('channel.testSent')),
  })
  if (!channels) return null
  const [first] = channels
  const steps = [
    {
      id: 'server',
      isDone: isServerAdded,
      action: (
        <Button size="sm" asChild>
          <PageLink page={serversPage}>{t('firstSteps.addServer')}</PageLink>
        </Button>
      ),
    },
    {
      id: 'channel',
      isDone: channels.length > 0,
      action: (
        <Button size="sm" asChild>
          <PageLink page={notificationsPage} search={{ add: true }}>
            {t('channel.add')}
          </PageLink>
        </Button>
      ),
    },
    {
      id: 'test',
      isDone: channels.some(({ last_delivery }) => last_delivery?.state === 'sent'),
      action: first && (
        <Button size="sm" busy={test.isPending} onClick={() => test.mutate(first.id)}>
          {t('channel.test')}
        </Button>
      ),
    },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card
      className="mb-5"
      title={t('firstSteps.title')}
      actions={
        <IconButton label={t('firstSteps.hide')} size="sm" onClick={() => setChoice('hidden')}>
          <X aria-hidden />
        </IconButton>
      }
    >
      <ol className="flex flex-col gap-1">
        {steps.map(({ id, isDone, action }) => (
          <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
            {isDone ? (
              <CircleCheck className="size-4.5 shrink-0 text-ok" aria-hidden />
            ) : (
              <CircleDashed className="size-4.5 shrink-0 text-faint" aria-hidden />
            )}
            <span className="min-w-0 flex-1 text-sm">
              <span className={cn(isDone ? 'text-muted' : 'font-medium')}>{t(`firstSteps.${id}`)}</span>
              <span className="sr-only"> ({t(isDone ? 'firstSteps.done' : 'firstSteps.open')})</span>
              {id === next?.id && <span className="block text-muted text-xs">{t(`firstSteps.${id}Hint`)}</span>}
            </span>
            {!isDone && action}
          </li>
        ))}
      </ol>
    </Card>
  )
}
