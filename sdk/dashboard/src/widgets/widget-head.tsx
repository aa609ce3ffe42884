import type { ReactNode } from 'react'

/** The heading of a widget: title, subject, and values on the right if there is room. */
export function WidgetHead(props: { icon?: ReactNode; title: string; of?: ReactNode; aside?: ReactNode }): ReactNode {
  const { icon, title, of, aside } = props
  return (
    <div className="mb-1.5 flex min-w-0 items-center gap-2 text-sm">
      <p className="flex min-w-0 items-center gap-1.5 font-medium">
        {icon}
        <span className="truncate">{title}</span>
      </p>
      {of && <p className="min-w-0 shrink-[99] truncate text-muted">{of}</p>}
      {aside && <div className="ml-auto shrink-0 text-muted text-xs @max-[16rem]:hidden">{aside}</div>}
    </div>
  )
}
