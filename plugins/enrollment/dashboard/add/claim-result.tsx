import { Button, cn, PageLink, shortOs, useServer, useT } from '@svc/dashboard-sdk'
import { Check, LoaderCircle, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverPage } from '../pages.ts'
import { shortCpu } from '../server/short-cpu.ts'

const appearances = {
  claimed: { icon: LoaderCircle, className: 'bg-accent-soft text-accent [&>svg]:animate-spin' },
  connected: { icon: Check, className: 'bg-ok/15 text-ok' },
  dropped: { icon: Unplug, className: 'bg-warn/15 text-warn' },
}

/** Shown once the code has been used: whether the agent is connected. */
export function ClaimResult(props: {
  serverId: string
  name: string
  stage: 'claimed' | 'connected' | 'dropped'
  onDone: () => void
}): ReactNode {
  const { serverId, name, stage, onDone } = props
  const t = useT()
  const server = useServer(serverId)
  const { icon: Icon, className } = appearances[stage]
  const facts = [shortOs(server?.os ?? null), shortCpu(server?.cpu_name ?? '')].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-col items-center py-4 text-center">
      <span className={cn('grid size-12 animate-rise place-items-center rounded-full', className)}>
        <Icon className="size-6" aria-hidden />
      </span>
      <div role="status">
        <p className="mt-4 font-semibold text-[1.125rem]">{t(`offer.used.${stage}`, { name })}</p>
        {stage !== 'connected' && (
          <p className="mx-auto mt-1 max-w-prose text-muted text-sm">{t(`offer.usedHint.${stage}`)}</p>
        )}
      </div>
      {stage === 'connected' && <p className="mt-1 min-h-5 max-w-full truncate text-muted text-sm">{facts}</p>}
      <div className="mt-6 flex gap-2">
        <Button onClick={onDone}>{t('sdk:action.close')}</Button>
        <Button variant="primary" asChild>
          <PageLink page={serverPage} params={{ id: serverId }} onClick={onDone}>
            {t('offer.openServer')}
          </PageLink>
        </Button>
      </div>
    </div>
  )
}
