import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

/** A compact empty or error state for widgets of any size. */
export function Notice(props: {
  icon: LucideIcon
  title: ReactNode
  detail?: ReactNode
  tone?: 'quiet' | 'danger'
  actions?: ReactNode
}): ReactNode {
  const { icon: Icon, title, detail, tone = 'quiet', actions } = props
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'note'}
      className="flex min-h-full flex-col items-center justify-center gap-1 text-center"
    >
      <p className="flex items-center gap-2 font-medium text-sm @max-[12rem]:text-xs">
        <Icon
          className={cn('size-4 shrink-0 @max-[12rem]:hidden', tone === 'danger' ? 'text-danger' : 'text-faint')}
          aria-hidden
        />
        <span className="min-w-0 break-words">{title}</span>
      </p>
      {detail && <div className="max-w-full break-words text-muted text-xs">{detail}</div>}
      {actions && <div className="mt-1 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
