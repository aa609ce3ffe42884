import {
  api,
  Button,
  Card,
  ConfirmDialog,
  Countdown,
  InlineError,
  StatusDot,
  useInvalidate,
  useMe,
  useT,
} from '@svc/dashboard-sdk'
import type { AgentAuthority } from '@svc/protocol'
import { type ReactNode, useState } from 'react'
import { authorityPath, type FreshOffer, freshOffer } from '../add/fresh-offer.ts'
import { OfferDialog } from '../add/offer-dialog.tsx'
import { useWork } from '../server/use-work.ts'
import { ReenrollDialog } from './reenroll-dialog.tsx'

interface Props {
  readonly serverId: string
  readonly name: string
  readonly authority: AgentAuthority
}

/** Whether an agent holds this server, the open code, and (for admins) what can be done about both. */
export function AuthorityCard({ serverId, name, authority }: Props): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const { status, outstanding_offer: offer } = authority
  return (
    <Card title={t('authority.title')} description={t(`authority.hint.${status}`)}>
      <dl className="flex flex-col gap-3 text-sm">
        <Line label={t('authority.status')}>
          <StatusDot tone={status === 'claimed' ? 'on' : 'pending'} label={t(`authority.is.${status}`)} />
        </Line>
        <Line label={t('authority.offer')}>
          {offer ? (
            <span className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono">{offer.code_prefix}…</code>
              <span className="text-muted">
                {t('authority.expiresIn')} <Countdown until={offer.expires_at} />
              </span>
            </span>
          ) : (
            <span className="text-faint">{t('authority.noOffer')}</span>
          )}
        </Line>
      </dl>
      {isAdmin && <Acts serverId={serverId} name={name} authority={authority} />}
    </Card>
  )
}

function Acts({ serverId, name, authority: { status, outstanding_offer: offer } }: Props) {
  const t = useT()
  const invalidate = useInvalidate()
  const { run, busy, failure } = useWork()
  const [fresh, setFresh] = useState<FreshOffer>()
  const [asking, setAsking] = useState<'renew' | 'reenroll' | 'revokeOffer' | 'revoke'>()
  const base = authorityPath(serverId)
  const after = () => void invalidate('/api/agent-authority/events', `/api/servers/${serverId}`)
  const renew = async () => {
    const made = await run(() => freshOffer(api, serverId, offer?.id))
    if (made) setFresh(made)
    setAsking(undefined)
    after()
  }
  const remove = async (path: string) => {
    await run(() => api('DELETE', path))
    setAsking(undefined)
    after()
  }
  const claimed = status === 'claimed'
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2">
        {(offer || !claimed) && (
          <Button busy={busy && asking === undefined} onClick={() => (offer ? setAsking('renew') : void renew())}>
            {t(offer ? 'authority.replace' : 'authority.issue')}
          </Button>
        )}
        {claimed && !offer && <Button onClick={() => setAsking('reenroll')}>{t('authority.reenroll')}</Button>}
        {offer && <Button onClick={() => setAsking('revokeOffer')}>{t('authority.revokeOffer')}</Button>}
        {claimed && (
          <Button className="text-danger" onClick={() => setAsking('revoke')}>
            {t('authority.revoke')}
          </Button>
        )}
      </div>
      {failure && (
        <div className="mt-4">
          <InlineError failure={failure} />
        </div>
      )}
      {asking === 'reenroll' && (
        <ReenrollDialog serverId={serverId} onClose={() => setAsking(undefined)} onFresh={setFresh} />
      )}
      <ConfirmDialog
        open={asking === 'renew'}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={t('authority.replaceTitle')}
        description={t(claimed ? 'authority.replaceHintClaimed' : 'authority.replaceHint')}
        action={t('authority.replace')}
        destructive={false}
        busy={busy}
        onConfirm={() => void renew()}
      />
      <ConfirmDialog
        open={asking === 'revokeOffer'}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={t('authority.revokeOfferTitle')}
        description={t(claimed ? 'authority.revokeOfferHintClaimed' : 'authority.revokeOfferHint')}
        action={t('authority.revokeOffer')}
        busy={busy}
        onConfirm={() => void remove(`${base}/offers/${offer?.id ?? ''}`)}
      />
      <ConfirmDialog
        open={asking === 'revoke'}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={t('authority.revokeTitle', { name })}
        description={t(offer ? 'authority.revokeHintOffer' : 'authority.revokeHint')}
        action={t('authority.revoke')}
        typed={name}
        busy={busy}
        onConfirm={() => void remove(base)}
      />
      {fresh && (
        <OfferDialog
          serverId={serverId}
          name={name}
          fresh={fresh}
          onFresh={setFresh}
          onClose={() => {
            setFresh(undefined)
            after()
          }}
        />
      )}
    </>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-3">
    <dt className="text-faint">{label}</dt>
    <dd>{children}</dd>
  </div>
)
