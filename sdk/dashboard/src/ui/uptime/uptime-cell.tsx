import type { ReactNode } from 'react'
import { cn } from '../../cn.ts'
import type { UptimeState } from './uptime-days.ts'

/** Colour and shape of each state: whole, notched once, notched twice, and hollow. */
const looks: Record<UptimeState, string> = {
  ok: 'bg-ok',
  degraded: 'bg-warn [mask-image:linear-gradient(#000_0_30%,transparent_30%_42%,#000_42%)]',
  down: 'bg-danger [mask-image:linear-gradient(#000_0_28%,transparent_28%_40%,#000_40%_60%,transparent_60%_72%,#000_72%)]',
  none: 'bg-sunken ring-1 ring-line-strong/60 ring-inset',
}

/** The mark of one state. */
export const UptimeCell = (props: { state: UptimeState; lit?: boolean; className?: string }): ReactNode => (
  <span
    aria-hidden
    className={cn(
      'block rounded-[1.5px] transition-opacity',
      looks[props.state],
      props.lit && 'opacity-65',
      props.className,
    )}
  />
)
