import {
  api,
  Button,
  CodeBlock,
  CopyButton,
  Countdown,
  InlineError,
  Segmented,
  Skeleton,
  useNow,
  useSlot,
  useStoredChoice,
  useT,
} from '@svc/dashboard-sdk'
import { LoaderCircle, TimerOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { installMethods } from '../pages.ts'
import { useRequest } from '../server/use-request.ts'
import { CapabilityOptions } from './capability-options.tsx'
import { noOverrides } from './capability-overrides.ts'
import { ClaimResult } from './claim-result.tsx'
import type { ClaimStage } from './claim-stage.ts'
import { type Agent, type InstallKind, installCommand, installKinds, isOwnMachine, systems } from './install-command.ts'
import { generateOffer, type NewOffer } from './new-offer.ts'

/** Shows a new code with the install command, and follows the enrollment until the agent is connected. */
export function OfferView(props: {
  serverId: string
  name: string
  newOffer: NewOffer
  stage: ClaimStage
  onNewOffer: (newOffer: NewOffer) => void
  /** closes the surrounding dialog */
  onDone: () => void
}): ReactNode {
  const { serverId, name, newOffer, stage, onNewOffer, onDone } = props
  const t = useT()
  const { run, busy, error } = useRequest()
  const isExpired = useNow() >= new Date(newOffer.offer.expires_at).getTime()
  const renew = async () => {
    const next = await run(() => generateOffer(api, serverId, newOffer.offer.id))
    if (next) onNewOffer(next)
  }
  if (stage === 'claimed' || stage === 'connected' || stage === 'dropped') {
    return <ClaimResult serverId={serverId} name={name} stage={stage} onDone={onDone} />
  }
  if (stage === 'withdrawn' || isExpired) {
    return (
      <div className="flex flex-col gap-4">
        <div className="flex items-start gap-3">
          <TimerOff className="mt-0.5 size-5 shrink-0 text-warn" aria-hidden />
          <div>
            <p className="font-medium">{t(stage === 'withdrawn' ? 'offer.withdrawn' : 'offer.expired')}</p>
            <p className="mt-0.5 text-muted text-sm">{t('offer.expiredHint')}</p>
          </div>
        </div>
        <InlineError error={error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onDone}>{t('sdk:action.close')}</Button>
          <Button variant="primary" busy={busy} onClick={renew}>
            {t('offer.renew')}
          </Button>
        </div>
      </div>
    )
  }
  return <InstallSteps newOffer={newOffer} />
}

function InstallSteps({ newOffer }: { newOffer: NewOffer }) {
  const t = useT()
  const { code, expires_at } = newOffer.offer
  const [overrides, setOverrides] = useState(noOverrides)
  const serverUrl = window.location.origin
  const agent = { serverUrl, code, overrides }
  const manual = <ManualCommand agent={agent} />
  const method = { ...agent, manual }
  const [contributed] = useSlot(installMethods, method)
  return (
    <ol className="flex flex-col gap-6">
      <Step number={1} title={t('offer.codeTitle')}>
        <div className="rounded-md bg-sunken px-4 py-3 ring-1 ring-line ring-inset">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <code className="min-w-0 flex-1 basis-60 select-all break-all font-mono text-sm leading-6">{code}</code>
            <CopyButton text={code} label={t('offer.copyCode')} />
          </div>
        </div>
        <p className="mt-2 text-faint text-xs">
          {t('offer.once')} {t('offer.validFor')}{' '}
          <span className="font-medium text-ink">
            <Countdown until={expires_at} />
          </span>
        </p>
      </Step>
      <Step number={2} title={t('offer.runTitle')}>
        <div className="mb-2.5">
          <CapabilityOptions overrides={overrides} onOverrides={setOverrides} />
        </div>
        {contributed ? contributed.render(method, <Skeleton className="h-36 w-full" />) : manual}
        {isOwnMachine(serverUrl) && (
          <p className="mt-1.5 text-warn text-xs">{t('offer.ownMachine', { url: serverUrl })}</p>
        )}
      </Step>
      <Step number={3} title={t('offer.waitTitle')}>
        <p role="status" className="flex items-center gap-2.5 text-muted text-sm">
          <LoaderCircle className="size-4 animate-spin text-accent" aria-hidden />
          {t('offer.waiting')}
        </p>
      </Step>
    </ol>
  )
}

/** Commands for a host that already has the agent. */
function ManualCommand({ agent }: { agent: Agent }) {
  // Another plugin may show it among its own.
  const t = useT('enrollment')
  const [system, setSystem] = useStoredChoice('install.system', systems)
  const [preferredKind, setKind] = useStoredChoice<InstallKind>('install.kind', [
    'checkout',
    'shell',
    'systemd',
    'launchd',
  ])
  const kinds: readonly InstallKind[] = installKinds[system]
  const kind = kinds.find((option) => option === preferredKind) ?? installKinds[system][0]
  return (
    <>
      <div className="mb-2.5 flex flex-wrap gap-2 [&>*]:max-w-full [&>*]:overflow-x-auto">
        <Segmented
          label={t('offer.system')}
          value={system}
          onChange={setSystem}
          options={systems.map((value) => ({ value, label: t(`offer.systems.${value}`) }))}
        />
        <Segmented
          label={t('offer.how')}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: t(`offer.kind.${value}`) }))}
        />
      </div>
      <CodeBlock text={installCommand(system, kind, agent)} label={t('offer.command')} />
      <p className="mt-2 text-faint text-xs">
        {t(`offer.kindHint.${kind}`)} {system === 'windows' && t('offer.powershell')}
      </p>
    </>
  )
}

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
    <span
      aria-hidden
      className="figures grid size-6 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs"
    >
      {number}
    </span>
    <div className="min-w-0">
      <h3 className="mb-2 font-medium leading-6">{title}</h3>
      {children}
    </div>
  </li>
)
