import { Button, Countdown, stateOf, useFormat, useMe, useNow, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import type { ReactNode } from 'react'
import type { OnServerAction } from './server-menu.tsx'

/** Shown instead of metrics: when the server was last seen, or that its enrollment is pending. */
export function OfflineNote({ server, onAction }: { server: ServerStatus; onAction: OnServerAction }): ReactNode {
  return stateOf(server) === 'offline' ? <LastSeen server={server} /> : <Waiting server={server} onAction={onAction} />
}

function LastSeen({ server }: { server: ServerStatus }) {
  const t = useT()
  const format = useFormat()
  const now = useNow(5000)
  return (
    <p className="line-clamp-2 text-sm">
      <span className="font-medium text-danger">{t('sdk:serverState.offline')}</span>
      {server.last_active > 0 && (
        <time
          dateTime={new Date(server.last_active * 1000).toISOString()}
          data-tip={format.dateTime(server.last_active * 1000)}
          className="ml-2 text-muted"
        >
          {t('list.lastSeen', { when: format.relative(server.last_active * 1000, now) })}
        </time>
      )}
    </p>
  )
}

function Waiting({ server, onAction }: { server: ServerStatus; onAction: OnServerAction }) {
  const t = useT()
  const { isAdmin } = useMe()
  const now = useNow()
  const open = server.agent_authority.outstanding_offer
  // The expiry of an offer is reported with a delay.
  const offer = open && now < Date.parse(open.expires_at) ? open : undefined
  return (
    <div className="flex min-w-0 items-center gap-3 text-sm">
      <p className="line-clamp-2 min-w-0 text-muted">
        {offer ? (
          <>
            {t('list.waiting')}{' '}
            <span className="text-ink">
              <Countdown until={offer.expires_at} />
            </span>
          </>
        ) : (
          t(server.has_token ? 'list.enrolled' : 'list.noOffer')
        )}
      </p>
      {isAdmin && !offer && !server.has_token && (
        <Button size="sm" className="relative z-1" onClick={() => onAction('code', server.id)}>
          {t('enroll.issue')}
        </Button>
      )}
    </div>
  )
}
