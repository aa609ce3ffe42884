import { Badge, Button, Dialog, PageLink, useMe, useT } from '@svc/dashboard-sdk'
import type { Advisory, InvalidReason } from '@svc/plugin-accounting/contract'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { CalendarX2, CircleHelp, CircleSlash, type LucideIcon, Moon, TrendingDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type Tone = 'neutral' | 'warn' | 'danger'

const styles: Record<Advisory | InvalidReason, { tone: Tone; icon: LucideIcon }> = {
  expired_billing: { tone: 'danger', icon: CalendarX2 },
  sleeping_money: { tone: 'danger', icon: Moon },
  idle_burn: { tone: 'warn', icon: CircleSlash },
  low_uptime: { tone: 'warn', icon: TrendingDown },
  missing_price: { tone: 'neutral', icon: CircleHelp },
  invalid_price: { tone: 'warn', icon: CircleHelp },
  invalid_billing_cycle: { tone: 'warn', icon: CircleHelp },
}

interface CostState {
  readonly server_id: string
  readonly name: string
  readonly advisories: readonly Advisory[]
  readonly invalid_reason: InvalidReason | null
}

/** Cost hints of a server as badges; each opens an explanation. */
export function Advisories({ of }: { of: CostState }): ReactNode {
  const found = of.invalid_reason ? [of.invalid_reason] : of.advisories
  if (found.length === 0) return <span className="text-faint">–</span>
  return (
    <span className="flex flex-wrap gap-1">
      {found.map((kind) => (
        <AdvisoryBadge key={kind} kind={kind} of={of} />
      ))}
    </span>
  )
}

function AdvisoryBadge({ kind, of }: { kind: Advisory | InvalidReason; of: CostState }) {
  const t = useT()
  const { isAdmin } = useMe()
  const [open, setOpen] = useState(false)
  const { tone, icon: Icon } = styles[kind]
  const title = t(`cost.advice.${kind}.title`)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        data-tip={t(`cost.advice.${kind}.means`)}
        onClick={() => setOpen(true)}
        className="inline-flex max-w-full rounded-xs hover:brightness-95 dark:hover:brightness-125"
      >
        <Badge tone={tone}>
          <Icon aria-hidden />
          {title}
        </Badge>
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        description={of.name}
        width="sm"
        footer={
          isAdmin && (
            <Button asChild variant="primary">
              <PageLink page={serverPage} params={{ id: of.server_id }} search={{ edit: 'billing' }}>
                {t('cost.edit')}
              </PageLink>
            </Button>
          )
        }
      >
        <p className="text-sm">{t(`cost.advice.${kind}.means`)}</p>
        <p className="mt-3 text-muted text-sm">{t(`cost.advice.${kind}.${isAdmin ? 'todo' : 'member'}`)}</p>
      </Dialog>
    </>
  )
}
