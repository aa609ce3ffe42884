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
import { authorityPath, generateOffer, type NewOffer } from '../add/new-offer.ts'
import { OfferDialog } from '../add/offer-dialog.tsx'
import { useRequest } from '../server/use-request.ts'
import { ReenrollDialog } from './reenroll-dialog.tsx'

interface Props {
  readonly serverId: string
  readonly name: string
  readonly authority: AgentAuthority
}

/** Whether an agent is enrolled, the active code, and actions for admins. */
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
      {isAdmin && <Actions serverId={serverId} name={name} authority={authority} />}
    </Card>
  )
}

function Actions({ serverId, name, authority: { status, outstanding_offer: offer } }: Props) {
  const t = useT()
  const invalidate = useInvalidate()
  const { run, busy, error } = useRequest()
  const [newOffer, setNewOffer] = useState<NewOffer>()
  const [dialog, setDialog] = useState<'renew' | 'reenroll' | 'revokeOffer' | 'revoke'>()
  const base = authorityPath(serverId)
  const refresh = () => void invalidate('/api/agent-authority/events', `/api/servers/${serverId}`)
  const renew = async () => {
    const generated = await run(() => generateOffer(api, serverId, offer?.id))
    if (generated) setNewOffer(generated)
    setDialog(undefined)
    refresh()
  }
  const remove = async (path: string) => {
    await run(() => api('DELETE', path))
    setDialog(undefined)
    refresh()
  }
  const claimed = status === 'claimed'
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2">
        {(offer || !claimed) && (
          <Button busy={busy && dialog === undefined} onClick={() => (offer ? setDialog('renew') : void renew())}>
            {t(offer ? 'authority.replace' : 'authority.issue')}
          </Button>
        )}
        {claimed && !offer && <Button onClick={() => setDialog('reenroll')}>{t('authority.reenroll')}</Button>}
        {offer && <Button onClick={() => setDialog('revokeOffer')}>{t('authority.revokeOffer')}</Button>}
        {claimed && (
          <Button className="text-danger" onClick={() => setDialog('revoke')}>
            {t('authority.revoke')}
          </Button>
        )}
      </div>
      {error && (
        <div className="mt-4">
          <InlineError error={error} />
        </div>
      )}
      {dialog === 'reenroll' && (
        <ReenrollDialog serverId={serverId} onClose={() => setDialog(undefined)} onNewOffer={setNewOffer} />
      )}
      <ConfirmDialog
        open={dialog === 'renew'}
        onOpenChange={(open) => !open && setDialog(undefined)}
        title={t('authority.replaceTitle')}
        description={t(claimed ? 'authority.replaceHintClaimed' : 'authority.replaceHint')}
        action={t('authority.replace')}
        destructive={false}
        busy={busy}
        onConfirm={() => void renew()}
      />
      <ConfirmDialog
        open={dialog === 'revokeOffer'}
        onOpenChange={(open) => !open && setDialog(undefined)}
        title={t('authority.revokeOfferTitle')}
        description={t(claimed ? 'authority.revokeOfferHintClaimed' : 'authority.revokeOfferHint')}
        action={t('authority.revokeOffer')}
        busy={busy}
        onConfirm={() => void remove(`${base}/offers/${offer?.id ?? ''}`)}
      />
      <ConfirmDialog
        open={dialog === 'revoke'}
        onOpenChange={(open) => !open && setDialog(undefined)}
        title={t('authority.revokeTitle', { name })}
        description={t(offer ? 'authority.revokeHintOffer' : 'authority.revokeHint')}
        action={t('authority.revoke')}
        typed={name}
        busy={busy}
        onConfirm={() => void remove(base)}
      />
      {newOffer && (
        <OfferDialog
          serverId={serverId}
          name={name}
          newOffer={newOffer}
          onNewOffer={setNewOffer}
          onClose={() => {
            setNewOffer(undefined)
            refresh()
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
