import { Button, PageLink, useServer, useT } from '@svc/dashboard-sdk'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverPage } from '../pages.js'
import { shortCpu } from '../server/short-cpu.js'
import { shortOs } from '../server/short-os.js'

/** The agent arrived. */
export function Connected(props: { serverId: string; name: string; onDone: () => void }): ReactNode {
  const { serverId, name, onDone } = props
  const t = useT()
  const server = useServer(serverId)
  const facts = [shortOs(server?.os ?? null), shortCpu(server?.cpu_name ?? '')].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-col items-center py-4 text-center">
      <span className="grid size-12 animate-rise place-items-center rounded-full bg-ok/15 text-ok">
        <Check className="size-6" aria-hidden />
      </span>
      <p role="status" className="mt-4 font-semibold text-[1.125rem]">
        {t('offer.connected', { name })}
      </p>
      <p className="mt-1 min-h-5 max-w-full truncate text-muted text-sm">{facts}</p>
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
